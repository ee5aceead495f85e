import { signInAddress } from '#modules/accounts/calls'
import { useLocation } from 'react-router-dom'
import { ButtonLink, buttonClasses } from '#web/components/ui/button'
import { useTitle } from '#web/lib/use_title'
import { ChippedMark } from './chipped_mark.tsx'
import { MessagePage } from './message_page.tsx'

const nose = [3]

/** The same for unknown addresses and for those that the reader may not see. Visitors can sign in, and return to the address. */
export function NotFoundScreen({ isSignedIn }: { isSignedIn: boolean }) {
  useTitle('Page not found')
  const { pathname, search } = useLocation()
  return (
    <MessagePage
      drawing={<ChippedMark loose={nose} fallen="translate-x-[7px] translate-y-[16px] rotate-[52deg]" />}
      title={
        <>
          <span className="block text-display">404</span> Page Not Found
        </>
      }
      text={
        isSignedIn
          ? 'There is nothing at this address. The page may have been removed, or the address may be wrong.'
          : 'There is nothing at this address, or you have to sign in to see it.'
      }
    >
      {!isSignedIn && (
        <a href={signInAddress('sign_in', pathname + search)} className={buttonClasses('primary', false, 'l')}>
          Sign in
        </a>
      )}
      <ButtonLink to="/" look={isSignedIn ? 'primary' : 'outline'} size="l">
        Go home
      </ButtonLink>
    </MessagePage>
  )
}
