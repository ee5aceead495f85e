import { brand } from '#config/brand'
import { classNames } from '../../lib/class_names.ts'
import { Mark } from './logo_mark.tsx'

interface LogoProps {
  className?: string
  /** The size of the mark, as classes; it follows the text without. */
  gem?: string
}

/** The mark and the name beside it, as large as the text around it. */
export function Logo({ className, gem = 'size-[1.3em]' }: LogoProps) {
  return (
    <span className={classNames('display inline-flex items-center gap-[0.32em] tracking-[-0.02em]', className)}>
      <Mark className={classNames('shrink-0', gem)} />
      {brand.name}
    </span>
  )
}
