import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

export type Fact = readonly [name: string, value: ReactNode]

/** A list of names with their values. Leaves out those whose value is null. */
export function FactList({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={classNames('grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-sm', className)}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
            </div>
          )
      )}
    </dl>
  )
}

const providers: Record<string, string> = {
  local: 'Built-in writer',
  'openai-compatible': 'OpenAI-compatible',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
  llama: 'llama.cpp',
  'text-completion': 'Text completion',
}

/** Returns the names of an answer's providers for users. */
export const providerNames = (stored: string): string =>
  stored
    .split(', ')
    .map((name) => providers[name] ?? name)
    .join(', ')

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
