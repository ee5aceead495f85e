import { classNames } from '../../lib/class_names.ts'
import { rubyWord } from '../../lib/rubies_text.ts'
import { Gem } from './ruby_icon.tsx'

interface RubiesProps {
  amount: number
  /** With the word in view. */
  spelled?: boolean
  className?: string
}

/** An amount of rubies: the number and the gem, read out as 'N rubies', and with the word in view where it is `spelled`. */
export function Rubies({ amount, spelled = false, className }: RubiesProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-baseline gap-1.5 font-semibold whitespace-nowrap tabular-nums',
        className
      )}
    >
      <Gem className="size-[1.1em] shrink-0 self-center" />
      <span>
        {amount.toLocaleString('en')}
        <span className={spelled ? 'font-normal' : 'sr-only'}> {rubyWord(amount)}</span>
      </span>
    </span>
  )
}
