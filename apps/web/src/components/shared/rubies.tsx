import { classNames } from '#web/lib/class_names'
import { rubyWord } from '#modules/economy/api'
import { hasRubies } from '#web/lib/has_rubies'
import { RubyIcon } from './ruby_icon.tsx'

interface RubiesProps {
  amount: number
  /** Shows the word 'rubies' too. */
  spelled?: boolean
  className?: string
}

/** An amount of rubies with the currency symbol. Screen readers hear 'N rubies'. Nothing while rubies are off. */
export function Rubies({ amount, spelled = false, className }: RubiesProps) {
  if (!hasRubies()) return null
  return (
    <span
      className={classNames(
        'inline-flex items-baseline gap-1.5 font-semibold whitespace-nowrap tabular-nums',
        className
      )}
    >
      <RubyIcon className="size-[1.1em] shrink-0 self-center" />
      <span>
        {amount.toLocaleString('en')}
        <span className={spelled ? 'font-normal' : 'sr-only'}> {rubyWord(amount)}</span>
      </span>
    </span>
  )
}
