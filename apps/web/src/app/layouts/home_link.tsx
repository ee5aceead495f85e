import { brand } from '#config/brand'
import { Link } from 'react-router-dom'
import { Logo } from '#web/components/ui/logo'
import { screens } from '#web/screens'

/** `className` is for the logo. */
export function HomeLink({ className }: { className?: string }) {
  return (
    <Link
      to={screens.gallery.path}
      aria-label={`${brand.name} home`}
      className="inline-flex min-h-touch items-center rounded-control text-lg"
    >
      <Logo className={className} />
    </Link>
  )
}
