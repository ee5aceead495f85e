import { brand } from '#config/brand'
import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Chip } from '#web/components/ui/chip'
import { Dialog } from '#web/components/ui/dialog'
import { pngWithMarkOf } from '#web/lib/keep_mark'
import { saveFile } from '#web/lib/save_file'
import { toastFailure } from '#web/lib/toasts'
import '#web/styles/book_fonts.css'
import { drawExcerpt, excerptShapes, type ExcerptShape } from '../excerpt/draw_excerpt.ts'
import { excerptLines } from '../excerpt/excerpt_lines.ts'
import { loadPortrait } from '../excerpt/load_portrait.ts'
import type { ShownCharacter } from '#web/components/shared/shown_character'
import type { ChatNames } from '../shown_text.ts'

interface ExcerptDialogProps {
  messageKey: string
  names: ChatNames
  character: Pick<ShownCharacter, 'avatar' | 'avatarFocus'>
  onClose: () => void
}

const shapeNames: Record<ExcerptShape, string> = { portrait: 'Portrait', wide: 'Wide' }

/** A dialog that draws a message as a picture to save. The user can include the messages before it. */
export function ExcerptDialog({ messageKey, names, character: { avatar, avatarFocus }, onClose }: ExcerptDialogProps) {
  const [lines] = useState(() => excerptLines(messageKey, names))
  const name = names.store.item(messageKey)?.speaker ?? names.character
  const [count, setCount] = useState(1)
  const [shape, setShape] = useState<ExcerptShape>('portrait')
  const [isDrawn, setDrawn] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const portraitAddress = useRef<string | null>(null)

  useEffect(() => {
    const closing = new AbortController()
    const draw = async () => {
      const portrait = await loadPortrait(avatar)
      if (!canvas.current || closing.signal.aborted) return
      portraitAddress.current = portrait?.src ?? null
      const excerpt = {
        lines: lines.slice(-count),
        name,
        productName: brand.name,
        portrait,
        portraitFocus: avatarFocus,
      }
      await drawExcerpt(canvas.current, shape, excerpt, closing.signal)
      if (!closing.signal.aborted) setDrawn(true)
    }
    void draw().catch(() => toastFailure('Error', 'Failed to draw the picture'))
    return () => closing.abort()
  }, [lines, count, shape, name, avatar, avatarFocus])

  const save = async () => {
    try {
      const drawn = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/png'))
      if (!drawn) throw new Error('The browser made no picture')
      // A portrait that a machine made stays marked.
      const portrait = portraitAddress.current && (await (await fetch(portraitAddress.current)).blob())
      const picture = portrait ? await pngWithMarkOf(portrait, drawn) : drawn
      saveFile(`${name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${shape}.png`, 'image/png', picture)
      onClose()
    } catch {
      toastFailure('Error', 'Failed to save the picture')
    }
  }

  const { width, height } = excerptShapes[shape]
  return (
    <Dialog isOpen onClose={onClose} title="Save as picture">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Picture of ${count === 1 ? 'a message' : `${count} messages`}, ${width} by ${height} pixels`}
        width={width}
        height={height}
        className="mx-auto mt-4 block max-h-[min(28rem,50dvh)] max-w-full rounded-panel bg-(--cover-ground)"
      />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <div role="group" aria-label="Shape" className="flex gap-2">
          {(['portrait', 'wide'] as const).map((name) => (
            <Chip key={name} isCurrent={name === shape} onClick={() => setShape(name)}>
              {shapeNames[name]}
            </Chip>
          ))}
        </div>
        {lines.length > 1 && (
          <div role="group" aria-label="Messages" className="flex gap-2">
            {lines.map((_, index) => (
              <Chip key={index} isCurrent={index + 1 === count} onClick={() => setCount(index + 1)}>
                {index === 0 ? '1 message' : `${index + 1}`}
              </Chip>
            ))}
          </div>
        )}
      </div>
      <Button look="primary" className="mt-5 w-full" disabled={!isDrawn} onClick={() => void save()}>
        <Download aria-hidden className="size-4.5" />
        Save picture
      </Button>
    </Dialog>
  )
}
