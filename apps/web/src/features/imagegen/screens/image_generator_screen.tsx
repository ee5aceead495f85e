import { defaultImageAspect } from '#modules/imagegen/api'
import { useEffect, useSyncExternalStore } from 'react'
import { PageHeader } from '#web/components/ui/page_header'
import { PictureForm } from '../components/picture_form.tsx'
import { Results } from '../components/results.tsx'
import { keptPictures, type PictureDraft } from '../kept_pictures.ts'
import { useDrawing } from '../use_drawing.ts'

interface ImageGeneratorScreenProps {
  userId: string
  /** A prompt that another screen suggests; replaces the draft. */
  suggestedPrompt: string
  onSuggestionTaken: () => void
}

const blank: PictureDraft = { prompt: '', model: '', aspect: defaultImageAspect }

/** Draws pictures from a prompt. Pictures and draft survive navigation. */
export function ImageGeneratorScreen({ userId, suggestedPrompt, onSuggestionTaken }: ImageGeneratorScreenProps) {
  const { draft } = useSyncExternalStore(keptPictures.subscribe, () => keptPictures.of(userId))
  const drawing = useDrawing(userId)
  useEffect(() => {
    if (suggestedPrompt === '') return
    keptPictures.setDraft(userId, { ...blank, prompt: suggestedPrompt })
    onSuggestionTaken()
  }, [userId, suggestedPrompt, onSuggestionTaken])
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="AI image generator" lead="Describe a picture, and we’ll generate it." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-12 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <PictureForm
          draft={draft ?? blank}
          onDraft={(changed) => keptPictures.setDraft(userId, changed)}
          drawing={drawing}
        />
        <Results pictures={drawing.pictures} running={drawing.running} />
      </div>
    </div>
  )
}
