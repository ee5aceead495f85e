import { ButtonLink } from '#web/components/ui/button'
import { useTitle } from '#web/lib/use_title'
import { ChippedMark } from './chipped_mark.tsx'
import { MessagePage } from './message_page.tsx'

const nose = [3]

export function NotFoundScreen() {
  useTitle('Page not found')
  return (
    <MessagePage
      drawing={<ChippedMark loose={nose} fallen="translate-x-[7px] translate-y-[16px] rotate-[52deg]" />}
      title={
        <>
          <span className="block text-display">404</span> Page Not Found
        </>
      }
      text="There is nothing at this address. The page may have been removed, or the address may be wrong."
    >
      <ButtonLink to="/" look="primary" size="l">
        Go home
      </ButtonLink>
    </MessagePage>
  )
}
