import { pictureSizes, type Character } from '#modules/gallery/api'
import { Picture } from '#web/components/shared/picture'
import { MessageText } from './message_text.tsx'

interface ScenarioBoxProps {
  character: Character
  /** The scenario with macros replaced. */
  text: string
}

/** The scenario above the first message, until the user writes. */
export function ScenarioBox({ character: { name, background }, text }: ScenarioBoxProps) {
  return (
    <section aria-label="Scenario" className="mb-10">
      <div className="relative">
        {background !== null && (
          <div aria-hidden className="relative overflow-clip rounded-card sm:-mx-14">
            <Picture
              address={background}
              name={name}
              sizes={pictureSizes.place}
              isPriority
              className="h-[clamp(7rem,26dvh,16rem)] w-full"
              imageClassName="object-[50%_42%]"
              initialsClassName="hidden"
            />
            <div className="absolute inset-0 rounded-card inset-ring inset-ring-white/10" />
          </div>
        )}
        <h2 className="mt-7 text-sm font-semibold tracking-wide text-soft">Scenario</h2>
        <p className="display mt-1 text-3xl break-words">{name}</p>
      </div>
      <div className="chat-drop-cap mt-5 text-read break-words whitespace-pre-wrap text-soft">
        <MessageText text={text} />
      </div>
      <hr className="mx-auto mt-10 w-24 border-line-strong/60" />
    </section>
  )
}
