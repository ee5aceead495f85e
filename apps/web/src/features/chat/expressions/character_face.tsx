import type { Character } from '#modules/gallery/api'
import { use, useState } from 'react'
import { lazyPart } from '#web/lib/lazy_part'
import { Face } from './face.tsx'
import { FacesContext } from './use_expressions.ts'

const ExpressionDialog = lazyPart(async () => (await import('./expression_dialog.tsx')).ExpressionDialog, null)

interface CharacterFaceProps {
  character: Pick<Character, 'id' | 'name' | 'avatar'>
  sizes: string
  className?: string
  imageClassName?: string
}

/** A character with the expression of its newest answer, which a tap changes. Null without expressions. */
export function CharacterFace({
  character: { id, name, avatar },
  sizes,
  className,
  imageClassName,
}: CharacterFaceProps) {
  const faces = use(FacesContext)
  const [isOpen, setIsOpen] = useState(false)
  const face = faces?.faceOf(id)
  if (!faces || !face) return null
  const addresses = [face.address, faces.expressionsOf(id)[0]?.address, avatar]
  const choose = faces.chooserOf(id)
  return (
    <>
      <button
        type="button"
        disabled={!choose}
        aria-haspopup="dialog"
        aria-label={`${name} looks ${face.name}. Change the expression`}
        title={choose ? `${face.name}: change the expression` : face.name}
        className={className}
        onClick={() => setIsOpen(true)}
      >
        <Face addresses={addresses} name="" sizes={sizes} className={imageClassName} />
      </button>
      {isOpen && choose && (
        <ExpressionDialog
          name={name}
          expressions={faces.expressionsOf(id)}
          chosen={face.name}
          onChoose={(label) => {
            setIsOpen(false)
            choose(label)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
