import Bell from 'lucide-react/icons/bell'
import ChevronRight from 'lucide-react/icons/chevron-right'
import KeyRound from 'lucide-react/icons/key-round'
import Database from 'lucide-react/icons/database'
import MailPlus from 'lucide-react/icons/mail-plus'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Webhook from 'lucide-react/icons/webhook'
import { Link } from 'react-router-dom'
import { BorderedList } from '#web/components/ui/bordered_list'
import { screens } from '#web/screens'
import { SettingsSection } from './settings_section.tsx'

const links = [
  {
    label: 'Security',
    text: 'Password, two-step sign-in and devices.',
    to: screens.settingsSecurity.path,
    icon: ShieldCheck,
  },
  {
    label: 'Content and replies',
    text: 'Limitless content and creativity.',
    to: screens.settingsContent.path,
    icon: MessageSquareText,
  },
  {
    label: 'Notifications',
    text: 'What you hear of, in the app, by push and by mail.',
    to: screens.settingsNotifications.path,
    icon: Bell,
  },
  {
    label: 'Data',
    text: 'Storage, export and deletion of your account.',
    to: screens.settingsData.path,
    icon: Database,
  },
  {
    label: 'Tokens',
    text: 'Keys with which programs use your account.',
    to: screens.settingsTokens.path,
    icon: KeyRound,
  },
  {
    label: 'Webhooks',
    text: 'Servers that are told when something happens.',
    to: screens.settingsWebhooks.path,
    icon: Webhook,
  },
]

const invitations = {
  label: 'Invitations',
  text: 'Links with which people open an account.',
  to: screens.settingsInvitations.path,
  icon: MailPlus,
}

/** The screens under the tab Account. */
export function AccountLinks({ mayInvite }: { mayInvite: boolean }) {
  return (
    <SettingsSection title="More settings">
      <BorderedList label="More settings">
        {[...links, ...(mayInvite ? [invitations] : [])].map(({ label, text, to, icon: Icon }) => (
          <li
            key={to}
            className="relative flex items-center gap-4 px-4 py-3.5 transition-colors hover:bg-hover sm:px-5"
          >
            <Icon aria-hidden className="size-5 shrink-0 text-accent-text" />
            <div className="min-w-0 flex-1">
              <Link to={to} className="font-semibold after:absolute after:inset-0">
                {label}
              </Link>
              <p className="text-sm text-pretty text-soft">{text}</p>
            </div>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-faint" />
          </li>
        ))}
      </BorderedList>
    </SettingsSection>
  )
}
