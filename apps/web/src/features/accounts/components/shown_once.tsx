import Copy from 'lucide-react/icons/copy'
import { Button } from '#web/components/ui/button'
import { Field, Input } from '#web/components/ui/field'
import { browser } from '#web/lib/browser'
import { toast, toastFailure } from '#web/lib/toasts'

interface ShownOnceProps {
  /** The name of the value in a sentence, such as "link". */
  name: string
  value: string
  /** A sentence before the request to copy it. */
  text: string
  onClose: () => void
}

/** A value of a dialog that can't be shown again, with a button to copy it. */
export function ShownOnce({ name, value, text, onClose }: ShownOnceProps) {
  const copy = () =>
    browser.copy(value).then(
      () => toast('Copied', `${titleOf(name)} copied to the clipboard.`),
      () => toastFailure('Error', `The ${name} couldn’t be copied.`)
    )
  return (
    <div className="mt-3 grid gap-4">
      <p className="text-soft">{text} Copy it now, because it can’t be shown again.</p>
      <Field label={titleOf(name)}>
        <Input readOnly value={value} dir="ltr" autoFocus onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="mt-3 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
        <Button onClick={onClose}>Done</Button>
        <Button look="primary" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          Copy {name}
        </Button>
      </div>
    </div>
  )
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
