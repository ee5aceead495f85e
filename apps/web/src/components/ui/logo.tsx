import { brand } from '#config/brand'
import { classNames } from '#web/lib/class_names'
import { LogoMark } from './logo_mark.tsx'

interface LogoProps {
  className?: string
  /** Size classes of the mark. By default it scales with the text. */
  gem?: string
}

/** The mark and the name, sized by the surrounding text. */
export function Logo({ className, gem = 'size-[1.3em]' }: LogoProps) {
  return (
    <span className={classNames('display inline-flex items-center gap-[0.32em] tracking-[-0.02em]', className)}>
      <LogoMark className={classNames('shrink-0', gem)} />
      <span>{brand.name}</span>
    </span>
  )
}
