import { Link } from 'react-router-dom'
import { buttonClasses } from '../../components/ui/button.tsx'
import { Gem } from '../../components/ui/gem.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useTitle } from '../../lib/use_title.ts'

export function NotFoundScreen() {
  useTitle('Page not found')
  return (
    <Notice
      level={1}
      icon={<Gem className="size-6" />}
      title="404 Page Not Found"
      text="There is nothing at this address."
    >
      <Link to="/" className={buttonClasses('outline')}>
        Go home
      </Link>
    </Notice>
  )
}
