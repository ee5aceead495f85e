import type { AccountSettings } from '#modules/accounts/api'
import { useCallback, useState, type ReactNode } from 'react'
import { LoadFailed } from '#web/components/ui/load_failed'
import { SiteLinks } from '#web/components/shared/site_links'
import { LeaveDialog } from '#web/components/shared/leave_dialog'
import { useLeaveGuard } from '#web/components/shared/use_leave_guard'
import { browser } from '#web/lib/browser'
import { screens } from '#web/screens'
import { useSettings } from '../settings.ts'
import { localDrafts } from '../local_drafts.ts'
import { ReauthenticationDialog } from './reauthentication_dialog.tsx'

export interface SettingsParts {
  /** Undefined while the settings load. */
  settings: AccountSettings | undefined
  /** The names of the forms with unsaved input. */
  unsaved: readonly string[]
  reportUnsaved: (form: string, isUnsaved: boolean) => void
  /** Leaves the app without asking, after the session has ended. */
  leave: () => void
}

interface SettingsFrameProps {
  header: ReactNode
  children: (parts: SettingsParts) => ReactNode
}

/** The frame of every screen with settings: loads them, and asks before unsaved input is lost. */
export function SettingsFrame({ header, children }: SettingsFrameProps) {
  const query = useSettings()
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const reportUnsaved = useCallback(
    (form: string, isUnsaved: boolean) =>
      setUnsaved((forms) => {
        if (forms.includes(form) === isUnsaved) return forms
        return isUnsaved ? [...forms, form] : forms.filter((other) => other !== form)
      }),
    []
  )
  const guard = useLeaveGuard({ isActive: unsaved.length > 0 })
  const leave = () => {
    guard.release()
    localDrafts.forget()
    browser.leaveTo(screens.landing.path)
  }
  const settings = query.data
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      {header}
      {!settings && !query.isPending ? (
        <LoadFailed title="Couldn’t load your settings" query={query} />
      ) : (
        children({ settings, unsaved, reportUnsaved, leave })
      )}
      <SiteLinks className="mt-10 border-t border-line pt-4" />
      {settings && <ReauthenticationDialog settings={settings} />}
      <LeaveDialog guard={guard} question="You have unsaved changes on this page." />
    </div>
  )
}
