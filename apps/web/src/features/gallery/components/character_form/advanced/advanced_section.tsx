import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState, type ReactNode } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { lazyPart } from '#web/lib/lazy_part'
import type { CharacterValues } from '../character_values.ts'
import { topicNames, topicOf, topics, type AdvancedProps, type TopicName } from './topics.ts'

const TopicFields = lazyPart(
  async () => (await import('./topic_fields.tsx')).TopicFields,
  <Skeleton className="h-24" />
)

/** The optional fields of a character, by topic. Each topic is folded, and loaded when it first opens. */
export function AdvancedSection({ state, ...rest }: AdvancedProps) {
  const id = useId()
  const [open, setOpen] = useState<readonly TopicName[]>([])
  const [opened, setOpened] = useState<readonly TopicName[]>([])
  const toggle = (name: TopicName) => {
    setOpen(open.includes(name) ? open.filter((other) => other !== name) : [...open, name])
    if (!opened.includes(name)) setOpened([...opened, name])
  }
  const requested = state.focusRequest && topicOf(state.focusRequest)
  if (requested !== null && !open.includes(requested)) toggle(requested)
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-clip rounded-card border border-line bg-raised">
      <div className="p-4 sm:p-6">
        <h2 id={id} className="display text-xl">
          Advanced
        </h2>
        <p className="mt-0.5 text-sm text-soft">More fields of character cards. All are optional.</p>
      </div>
      {topicNames.map((name) => (
        <TopicRow key={name} name={name} isOpen={open.includes(name)} onToggle={() => toggle(name)}>
          {opened.includes(name) && <TopicFields name={name} state={state} {...rest} />}
        </TopicRow>
      ))}
    </section>
  )
}

interface TopicRowProps {
  name: TopicName
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

function TopicRow({ name, isOpen, onToggle, children }: TopicRowProps) {
  const id = useId()
  const { control } = useFormContext<CharacterValues>()
  const { errors } = useFormState({ control })
  const values = useWatch({ control }) as CharacterValues
  const { title, fields, summary } = topics[name]
  const isInvalid = fields.some((field) => errors[field])
  return (
    <div className="border-t border-line">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-13 w-full items-center gap-3 px-4 py-2.5 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-6"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-ui font-semibold">{title}</span>
            {!isOpen && (
              <span className={classNames('block truncate text-sm', isInvalid ? 'text-danger-text' : 'text-faint')}>
                {isInvalid ? 'Needs attention' : summary(values)}
              </span>
            )}
          </span>
          <ChevronDown
            aria-hidden
            className={classNames('size-5 shrink-0 text-soft transition-[rotate]', isOpen && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="grid gap-6 px-4 pt-2 pb-6 sm:px-6 [&[hidden]]:hidden">
        {children}
      </div>
    </div>
  )
}
