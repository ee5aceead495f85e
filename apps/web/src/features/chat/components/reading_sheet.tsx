import { defaultReadingPreferences, type ReadingPreferences } from '#modules/accounts/api'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Switch } from '#web/components/ui/toggle'
import { useChangeReading } from '../use_change_reading.ts'
import { Segments } from '#web/components/ui/segments'
import { MessageText } from '#web/components/text/message_text'
import { readingAttributes } from '../reading_attributes.ts'
import { SpeechTintContext } from '#web/components/text/speech_tint'

const choices = [
  ['size', 'Text size', { small: 'Small', medium: 'Medium', large: 'Large', huge: 'Very large' }],
  ['width', 'Width', { narrow: 'Narrow', medium: 'Medium', wide: 'Wide' }],
  ['font', 'Font', { sans: 'Sans serif', serif: 'Serif', dyslexia: 'For dyslexia' }],
  ['lineHeight', 'Line height', { tight: 'Tight', medium: 'Medium', loose: 'Loose' }],
  ['paper', 'Paper', { none: 'Same as theme', cream: 'Cream', rose: 'Rose', mint: 'Mint', slate: 'Slate' }],
] as const

interface ReadingSheetProps {
  reading: ReadingPreferences | null
  onClose: () => void
}

/** A sheet with the settings for the look of all chats of the user. Changes apply at once. */
export function ReadingSheet({ reading: saved, onClose }: ReadingSheetProps) {
  const reading = saved ?? defaultReadingPreferences
  const change = useChangeReading()
  return (
    <Dialog isOpen onClose={onClose} title="Reading" description="For all your chats, on every device.">
      <div
        {...readingAttributes(reading)}
        className="reading-preview mt-4 rounded-panel border border-line p-4 text-read"
      >
        <SpeechTintContext value={reading.speechTint}>
          <MessageText text={'*The tide turns below the window.* “Stay a little,” she says. “It is warm here.”'} />
        </SpeechTintContext>
      </div>
      {choices.map(([key, label, labels]) => (
        <div key={key} className="mt-4">
          <p aria-hidden className="mb-1.5 text-sm font-semibold">
            {label}
          </p>
          <Segments
            label={label}
            options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
            value={reading[key] as string}
            onChange={(value) => change({ [key]: value })}
          />
        </div>
      ))}
      <div className="mt-4">
        <Switch
          label="Color speech"
          hint="Gives text in quotes a color of its own."
          checked={reading.speechTint}
          onChange={(event) => change({ speechTint: event.target.checked })}
        />
        <Switch
          label="Focus mode"
          hint="Hides the panels beside the chat on wide screens."
          checked={reading.focus}
          onChange={(event) => change({ focus: event.target.checked })}
        />
        <Switch
          label="Stage"
          hint="Shows characters with expressions in front of their background, above the last lines."
          checked={reading.stage ?? false}
          onChange={(event) => change({ stage: event.target.checked })}
        />
      </div>
      <Button className="mt-4" onClick={() => change(null)}>
        Reset to defaults
      </Button>
    </Dialog>
  )
}
