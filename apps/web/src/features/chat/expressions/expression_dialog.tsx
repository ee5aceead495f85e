import type { Expression } from '#modules/gallery/api'
import { Dialog } from '#web/components/ui/dialog'
import { Picture } from '#web/components/shared/picture'
import { classNames } from '#web/lib/class_names'

interface ExpressionDialogProps {
  /** The name of the character. */
  name: string
  expressions: readonly Expression[]
  /** The name of the expression that is shown. */
  chosen: string
  onChoose: (name: string) => void
  onClose: () => void
}

/** Chooses the expression of the newest answer. */
export function ExpressionDialog({ name, expressions, chosen, onChoose, onClose }: ExpressionDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title="Expression"
      description={`How ${name} looks in the newest answer. The next answer chooses by itself.`}
    >
      <ul className="mt-4 grid max-h-[min(60dvh,36rem)] grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3 overflow-y-auto overscroll-contain p-1">
        {expressions.map((expression) => (
          <li key={expression.name} className="min-w-0">
            <button
              type="button"
              aria-pressed={expression.name === chosen}
              className={classNames(
                'grid w-full gap-1.5 rounded-panel p-1.5 text-sm transition-colors hover:bg-hover',
                expression.name === chosen && 'bg-accent-soft font-semibold'
              )}
              onClick={() => onChoose(expression.name)}
            >
              <Picture
                address={expression.address}
                name={expression.name}
                sizes="8rem"
                className="aspect-square w-full rounded-control"
                imageClassName="object-[50%_10%]"
              />
              <span className="truncate">{expression.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
