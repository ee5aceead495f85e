import { uploadTypes } from '#modules/imagegen/api'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useRef } from 'react'
import { IconButton } from '#web/components/ui/icon_button'

/** Chooses pictures for the message. Phones also offer the camera. */
export function PictureButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label="Show a picture"
        icon={<ImagePlus />}
        className="-mx-1 shrink-0"
        onClick={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        accept={uploadTypes.join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
