import type { AccountSettings, User } from '#modules/accounts/api'
import { useCallback, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Tabs, type Tab } from '#web/components/ui/tabs'
import { browser } from '#web/lib/browser'
import { useLeaveGuard } from '#web/components/shared/use_leave_guard'
import { screens } from '#web/screens'
import { useSettings } from '../api/get_settings.ts'
import { AdultContent } from '../components/adult_content.tsx'
import { DeleteAccount } from '../components/delete_account.tsx'
import { LinkedSignIns } from '../components/linked_sign_ins.tsx'
import { OtherPersonas } from '../components/other_personas.tsx'
import { PasswordForm } from '../components/password_form.tsx'
import { PersonaForm } from '../components/persona_form.tsx'
import { PersonalInfoForm } from '../components/personal_info_form.tsx'
import { ReauthenticationDialog } from '../components/reauthentication_dialog.tsx'
import { NewModels } from '../components/new_models.tsx'
import { ReplyStyle, type ModelsQuery } from '../components/reply_style.tsx'
import { SettingsSkeleton } from '../components/settings_skeleton.tsx'
import { SignOutEverywhere } from '../components/sign_out_everywhere.tsx'
import { TwoStepSignIn } from '../components/two_step_sign_in.tsx'
import { UsernameForm } from '../components/username_form.tsx'
import { YourData } from '../components/your_data.tsx'
import { localDrafts } from '../local_drafts.ts'

interface SettingsScreenProps {
  user: User
  onAdultContentChanged: () => void
  models: ModelsQuery
  /** Tabs of other features, placed last. */
  moreTabs?: readonly Tab[]
}

/** The user's settings. The open tab is in the URL; hidden tabs keep their input. */
export function SettingsScreen({ user, onAdultContentChanged, models, moreTabs = [] }: SettingsScreenProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const settingsQuery = useSettings()
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const reportUnsaved = useCallback(
    (form: string, isUnsaved: boolean) =>
      setUnsaved((forms) => {
        if (forms.includes(form) === isUnsaved) return forms
        return isUnsaved ? [...forms, form] : forms.filter((other) => other !== form)
      }),
    []
  )
  // Counts changes of the default persona, whose form begins anew with each.
  const [defaults, setDefaults] = useState(0)
  const guard = useLeaveGuard({ isActive: unsaved.length > 0 })
  const settings = settingsQuery.data

  const leave = () => {
    guard.release()
    localDrafts.forget()
    browser.leaveTo(screens.landing.path)
  }

  const otherTabs = ['username', 'persona', ...moreTabs.map(({ value }) => value)]
  const openTab = otherTabs.find((tab) => tab === query.get('tab')) ?? 'account'
  /** While settings load, the open tab shows a skeleton. */
  const tabContent = (value: string, content: (settings: AccountSettings) => ReactNode) =>
    settings ? content(settings) : value === openTab ? <SettingsSkeleton /> : null
  const label = (name: string, forms: readonly string[]) => (
    <TabLabel name={name} isUnsaved={forms.some((form) => unsaved.includes(form))} />
  )
  const tabs: Tab[] = [
    {
      value: 'account',
      label: label('Account', ['personal', 'password']),
      content: tabContent('account', (settings) => (
        <>
          <PersonalInfoForm settings={settings} user={user} onUnsaved={reportUnsaved} />
          <AdultContent isOn={settings.limitlessEnabled} onChanged={onAdultContentChanged} />
          <ReplyStyle sampling={settings.sampling} models={models} />
          <NewModels isOn={settings.asksBeforeNewModels ?? false} />
          <PasswordForm email={settings.email} hasPassword={settings.hasPassword} onUnsaved={reportUnsaved} />
          <TwoStepSignIn factor={settings.secondFactor} />
          {settings.signIns.length > 0 && (
            <LinkedSignIns signIns={settings.signIns} hasPassword={settings.hasPassword} />
          )}
          <SignOutEverywhere onDone={leave} />
          <YourData storage={settings.storage}>
            <DeleteAccount user={user} hasPassword={settings.hasPassword} onLeave={leave} />
          </YourData>
        </>
      )),
    },
    {
      value: 'username',
      label: label('Username', ['username']),
      content: tabContent('username', () => <UsernameForm user={user} onUnsaved={reportUnsaved} />),
    },
    {
      value: 'persona',
      label: label('Persona', ['persona']),
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
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Settings" lead="Your account, username and persona." />
      {!settings && !settingsQuery.isPending ? (
        <LoadFailed title="Couldn’t load your settings" query={settingsQuery} />
      ) : (
        <Tabs
          label="Settings"
          isEven
          keepMounted
          value={openTab}
          onChange={(value) => navigate(`?tab=${value}`, { replace: true, preventScrollReset: true })}
          tabs={tabs}
        />
      )}
      {settings && <ReauthenticationDialog settings={settings} />}
      <ConfirmDialog
        isOpen={guard.isAsking}
        title="Leave without saving?"
        question="You have unsaved changes on this page."
        confirmLabel="Leave"
        onConfirm={guard.leave}
        onCancel={guard.stay}
      />
    </div>
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
