import type { Alternate } from '#modules/chat/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useContext, useState } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Rubies } from '#web/components/shared/rubies'
import { ShortText } from '#web/components/text/short_text'
import { MessageText } from '#web/components/text/message_text'
import { classNames } from '#web/lib/class_names'
import { MembersContext, ModelsContext } from '../message_actions.ts'
import { authorOf, type ChatItem } from '../reply/message_store.ts'
import { shownText, type ChatNames } from '../shown_text.ts'

interface AlternatesDialogProps {
  isOpen: boolean
  onClose: () => void
  item: ChatItem
  names: ChatNames
  onChoose: (index: number) => void
}

/** A dialog with all answers to a message. Another answer can be compared with the shown one. */
export function AlternatesDialog({ isOpen, onClose, ...answers }: AlternatesDialogProps) {
  const [compared, setCompared] = useState<number | null>(null)
  const close = () => {
    setCompared(null)
    onClose()
  }
  const isGreeting = !answers.item.model
  const kind = isGreeting ? 'greetings' : 'answers'
  const isComparing = compared !== null && compared !== answers.item.selected
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={isComparing ? `Compare ${kind}` : `All ${kind}`}
      description={
        isGreeting
          ? 'The chat begins with the one that you choose.'
          : 'The answer that you choose goes into the next prompt.'
      }
      width={isComparing ? 'wide' : 'small'}
    >
      {isComparing ? (
        <Comparison {...answers} compared={compared} onBack={() => setCompared(null)} />
      ) : (
        <Overview {...answers} onCompare={setCompared} />
      )}
    </Dialog>
  )
}

/** More than three lines contain. */
const excerptLetters = 600

type AnswersProps = Pick<AlternatesDialogProps, 'item' | 'names' | 'onChoose'>

function Overview({ item, names, onChoose, onCompare }: AnswersProps & { onCompare: (index: number) => void }) {
  return (
    <ol className="mt-5 grid gap-2.5">
      {item.alternates.map((alternate, index) => {
        const isShown = index === item.selected
        return (
          <li
            key={alternate.id}
            className={classNames(
              'relative rounded-panel border bg-raised transition-colors',
              isShown ? 'border-accent/60' : 'border-line hover:border-line-strong'
            )}
          >
            <button
              type="button"
              aria-current={isShown || undefined}
              className="grid w-full gap-1.5 rounded-panel px-4 py-3 text-left"
              onClick={() => onChoose(index)}
            >
              <span className="pr-22">
                <AnswerDetails number={index + 1} alternate={alternate} isShown={isShown} />
              </span>
              <span className="line-clamp-3 text-ui break-words">
                <ShortText
                  text={shownText({ ...item, ...authorOf(alternate) }, names, alternate.content).slice(
                    0,
                    excerptLetters
                  )}
                />
              </span>
            </button>
            {!isShown && (
              <Button look="quiet" size="s" className="absolute! top-1 right-1" onClick={() => onCompare(index)}>
                <span>
                  Compare <span className="sr-only">answer {index + 1} with the shown one</span>
                </span>
              </Button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Comparison({
  item,
  names,
  onChoose,
  compared,
  onBack,
}: AnswersProps & { compared: number; onBack: () => void }) {
  const indexes = [item.selected, compared].toSorted((a, b) => a - b)
  return (
    <>
      <div className="mt-5 grid gap-4 md:grid-cols-2">
        {indexes.map((index) => {
          const alternate = item.alternates[index]
          if (!alternate) return null
          return (
            <section
              key={alternate.id}
              aria-label={`Answer ${index + 1}`}
              className="flex flex-col rounded-panel border border-line bg-raised"
            >
              <div className="flex min-h-12 items-center border-b border-line px-4 py-2.5">
                <AnswerDetails number={index + 1} alternate={alternate} isShown={index === item.selected} />
              </div>
              {/* The text is focusable, so that the keyboard can scroll it. */}
              <div
                tabIndex={0}
                className="flex-1 overflow-y-auto rounded-control px-4 py-3 text-read break-words whitespace-pre-wrap focus-visible:-outline-offset-2 md:max-h-[50dvh]"
              >
                <MessageText text={shownText({ ...item, ...authorOf(alternate) }, names, alternate.content)} />
              </div>
              <div className="p-3 pt-1">
                <Button className="w-full" onClick={() => onChoose(index)}>
                  <span>
                    Use this one <span className="sr-only">(answer {index + 1})</span>
                  </span>
                </Button>
              </div>
            </section>
          )
        })}
      </div>
      <Button look="quiet" className="mt-3 -ml-2" onClick={onBack}>
        <ArrowLeft aria-hidden className="size-4" />
        All answers
      </Button>
    </>
  )
}

const endings = { complete: null, stopped: 'Stopped', broken_off: 'Interrupted' } as const

interface AnswerDetailsProps {
  number: number
  alternate: Alternate
  isShown?: boolean
}

/** The number, author, model, price and ending of an answer. Greetings have no model and no price, and only those of groups an author. */
function AnswerDetails({ number, alternate, isShown = false }: AnswerDetailsProps) {
  const { models } = useContext(ModelsContext)
  const ending = endings[alternate.state]
  const author = useContext(MembersContext).get(alternate.characterId ?? '')
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
      <span className="font-semibold text-text tabular-nums">
        <span className="sr-only">Answer </span>
        {number}
      </span>
      {author && (
        <>
          <Avatar
            address={author.avatar}
            name={author.initialsOf}
            focus={author.avatarFocus}
            size="xs"
            className={author.avatarClasses}
          />
          <span className="font-semibold text-text">{alternate.speaker}</span>
        </>
      )}
      {alternate.model !== '' && (
        <>
          <span>
            {alternate.modelName ?? models.find(({ tier }) => tier === alternate.model)?.name ?? alternate.model}
          </span>
          <Rubies amount={alternate.rubyCost} />
        </>
      )}
      {ending && <span>{ending}</span>}
      {isShown && <Badge tone="accent">Shown</Badge>}
    </span>
  )
}
