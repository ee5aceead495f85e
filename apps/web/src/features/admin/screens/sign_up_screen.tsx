import { PageHeader } from '#web/components/ui/page_header'
import { screens } from '#web/screens'
import { AdminNav } from '../components/admin_nav.tsx'
import { AllInvitations } from '../components/all_invitations.tsx'
import { SignUpForm } from '../components/sign_up_form.tsx'
import { WaitingList } from '../components/waiting_list.tsx'

/** The rules of sign-up, all invitations and the waiting list. */
export function SignUpScreen() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Sign-up" lead="Who may open an account, and who invited them." />
      <AdminNav current={screens.adminSignUp.path} />
      {/* Their own parent, where the first section has no line above it. */}
      <div>
        <SignUpForm />
        <AllInvitations />
        <WaitingList />
      </div>
    </div>
  )
}
