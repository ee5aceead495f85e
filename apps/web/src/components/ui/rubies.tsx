import { Gem } from './gem.tsx'

/** An amount of rubies: the number and the gem, read out as 'N rubies', and with the word in view where it is `spelled`. */
export function Rubies({ amount, spelled = false }: { amount: number; spelled?: boolean }) {
  const word = amount === 1 ? ' ruby' : ' rubies'
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-semibold tabular-nums">
      <Gem className="size-4 shrink-0" />
      {amount.toLocaleString('en')}
      <span className={spelled ? 'font-normal' : 'sr-only'}>{word}</span>
    </span>
  )
}
