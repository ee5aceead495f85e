import { defaultImageAspect, defaultImageModel } from '#modules/imagegen/api'
import { useSyncExternalStore } from 'react'
import { PageHead } from '../../../components/ui/page_header.tsx'
import { useTitle } from '../../../lib/use_title.ts'
import { PictureForm } from '../components/picture_form.tsx'
import { Results } from '../components/results.tsx'
import { keptPictures, type PictureDraft } from '../kept_pictures.ts'
import { useDrawing } from '../use_drawing.ts'

interface ImageGeneratorScreenProps {
  userId: string
  /** Where a picture becomes a character's avatar; null while there is no such place. */
  createAddress: string | null
}

const blank: PictureDraft = { prompt: '', model: defaultImageModel, aspect: defaultImageAspect }

/** Pictures from words. What was drawn, and what is being written, is there again after another screen. */
export function ImageGeneratorScreen({ userId, createAddress }: ImageGeneratorScreenProps) {
  useTitle('AI image generator')
  const { draft } = useSyncExternalStore(keptPictures.subscribe, () => keptPictures.of(userId))
  const drawing = useDrawing(userId)
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHead title="AI image generator" lead="Describe a picture and have it drawn." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-12 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <PictureForm
          draft={draft ?? blank}
          onDraft={(changed) => keptPictures.setDraft(userId, changed)}
          drawing={drawing}
        />
        <Results pictures={drawing.pictures} underWay={drawing.underWay} createAddress={createAddress} />
      </div>
    </div>
  )
}
