import { useState } from 'react'
import { Picture } from '#web/components/shared/picture'
import { Button } from '#web/components/ui/button'
import { Checkbox } from '#web/components/ui/toggle'

interface AlikePicturesProps {
  hashes: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Pictures that look almost the same. The moderator confirms which of them are removed, too. They are covered at first. */
export function AlikePictures({ hashes, chosen, onChange }: AlikePicturesProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <fieldset className="grid justify-items-start gap-2">
      <legend className="mb-2 text-sm font-semibold">Remove these, too? They look almost the same</legend>
      <p className="text-sm text-soft">Their owners get the same statement. Undoing the decision restores them, too.</p>
      <Button size="s" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Cover the pictures' : 'Show the pictures'}
      </Button>
      <ul className="grid w-full grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {hashes.map((hash, index) => (
          <li key={hash}>
            {isShown && (
              <Picture
                address={`/pictures/uploads/${hash}.webp`}
                name={hash}
                sizes="7rem"
                className="aspect-4/5 w-full rounded-control"
              />
            )}
            <Checkbox
              label={`Picture ${index + 1}`}
              checked={chosen.includes(hash)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, hash] : chosen.filter((each) => each !== hash))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
