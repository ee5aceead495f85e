import type { AccountSettings, User } from '#modules/accounts/api'
import { useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PageHeader } from '#web/components/ui/page_header'
import { Tabs, type Tab } from '#web/components/ui/tabs'
import { useSettings } from '../settings.ts'
import { AccountLinks } from '../components/account_links.tsx'
import { OtherPersonas } from '../components/other_personas.tsx'
import { PersonaForm } from '../components/persona_form.tsx'
import { PersonalInfoForm } from '../components/personal_info_form.tsx'
import { SettingsFrame, type SettingsParts } from '../components/settings_frame.tsx'
import { SettingsSkeleton } from '../components/settings_skeleton.tsx'
import { UsernameForm } from '../components/username_form.tsx'

interface SettingsScreenProps {
  user: User
  /** Tabs of other features, placed last. */
  moreTabs?: readonly Tab[]
  /** The public profile, below the username. */
  profile: (onUnsaved: SettingsParts['reportUnsaved']) => ReactNode
}

/** The user's settings. The open tab is in the URL; hidden tabs keep their input. */
export function SettingsScreen(props: SettingsScreenProps) {
  return (
    <SettingsFrame header={<PageHeader title="Settings" lead="Your account, username and persona." />}>
      {(parts) => <SettingsTabs {...props} {...parts} />}
    </SettingsFrame>
  )
}

function SettingsTabs({ user, moreTabs = [], profile, unsaved, reportUnsaved }: SettingsScreenProps & SettingsParts) {
  // Not those of the frame: a form that begins anew needs the newest, and the frame may render later.
  const { data: settings } = useSettings()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  // Counts changes of the default persona, whose form begins anew with each.
  const [defaults, setDefaults] = useState(0)

  const otherTabs = ['username', 'persona', ...moreTabs.map(({ value }) => value)]
  const openTab = otherTabs.find((tab) => tab === query.get('tab')) ?? 'account'
  /** While settings load, the open tab shows a skeleton. */
  const tabContent = (value: string, content: (settings: AccountSettings) => ReactNode) =>
    settings ? content(settings) : value === openTab ? <SettingsSkeleton /> : null
  const label = (name: string, ...forms: string[]) => (
    <TabLabel name={name} isUnsaved={forms.some((form) => unsaved.includes(form))} />
  )
  const tabs: Tab[] = [
    {
      value: 'account',
      label: label('Account', 'personal'),
      content: tabContent('account', (settings) => (
        <>
          <PersonalInfoForm settings={settings} user={user} onUnsaved={reportUnsaved} />
          <AccountLinks mayInvite={settings.mayInvite ?? false} />
        </>
      )),
    },
    {
      value: 'username',
      label: label('Username', 'username', 'profile'),
      content: tabContent('username', () => (
        <>
          <UsernameForm user={user} onUnsaved={reportUnsaved} />
          {openTab === 'username' || unsaved.includes('profile') ? profile(reportUnsaved) : null}
        </>
      )),
    },
    {
      value: 'persona',
      label: label('Persona', 'persona'),
      content: tabContent('persona', (settings) => (
        <>
          <PersonaForm key={defaults} settings={settings} user={user} onUnsaved={reportUnsaved} />
          <OtherPersonas onDefaultChanged={() => setDefaults(defaults + 1)} />
        </>
      )),
    },
    ...moreTabs,
  ]
  return (
    <Tabs
      label="Settings"
      isEven
      keepMounted
      value={openTab}
      onChange={(value) => navigate(`?tab=${value}`, { replace: true, preventScrollReset: true })}
      tabs={tabs}
    />
  )
}

/** A tab's name with a dot while it has unsaved changes. */
function TabLabel({ name, isUnsaved }: { name: string; isUnsaved: boolean }) {
  return (
    <span className="relative">
      {name}
      {isUnsaved && (
        <span className="absolute top-1/2 -right-3.5 size-2 -translate-y-1/2 rounded-full bg-accent-text">
          <span className="sr-only">, unsaved</span>
        </span>
      )}
    </span>
  )
}
