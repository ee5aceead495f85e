import type { AccountSettings } from '#modules/accounts/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PageHeader } from '#web/components/ui/page_header'
import { screens } from '#web/screens'
import { SettingsFrame, type SettingsParts } from './settings_frame.tsx'
import { SettingsSkeleton } from './settings_skeleton.tsx'

interface AccountScreenProps {
  title: string
  lead: string
  children: (settings: AccountSettings, parts: SettingsParts) => ReactNode
}

/** A screen under the tab Account of the settings. */
export function AccountScreen({ title, lead, children }: AccountScreenProps) {
  return (
    <SettingsFrame
      header={
        <>
          <Link
            to={screens.settings.path}
            className="-mt-3 mb-1 inline-flex min-h-touch items-center gap-2 text-ui font-semibold text-soft transition-colors hover:text-text"
          >
            <ArrowLeft aria-hidden className="size-4" />
            Settings
          </Link>
          <PageHeader title={title} lead={lead} />
        </>
      }
    >
      {/* Their own parent, where the first section has no line above it. */}
      {(parts) => <div>{parts.settings ? children(parts.settings, parts) : <SettingsSkeleton />}</div>}
    </SettingsFrame>
  )
}
