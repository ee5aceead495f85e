import { Gem } from './gem.tsx'

/** An amount of rubies: the number and the gem, read out as 'N rubies'. */
export function Rubies({ amount }: { amount: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-semibold tabular-nums">
      <Gem className="size-4 shrink-0" />
      {amount.toLocaleString('en')}
      <span className="sr-only">{amount === 1 ? ' ruby' : ' rubies'}</span>
    </span>
  )
}
