import { brand } from '#config/brand'
import { classNames } from '../../lib/class_names.ts'
import { Gem } from './gem.tsx'

export function Logo({ className, gem = 'size-7' }: { className?: string; gem?: string }) {
  return (
    <span
      className={classNames('inline-flex items-center gap-[min(0.4em,0.75rem)] font-bold tracking-tight', className)}
    >
      <Gem className={gem} />
      {brand.name}
    </span>
  )
}
