import { pictureSizes, type Character } from '#modules/gallery/api'
import { Backdrop, hasOwnBackground } from '#web/components/shared/backdrop'
import { classNames } from '#web/lib/class_names'
import { FoldedScenario } from './folded_scenario.tsx'

interface ScenarioBoxProps {
  character: Character
  /** The scenario with macros replaced. */
  text: string
  /** Whether a panel shows the scenario on large screens. */
  hasPanel: boolean
}

/** The place and the scenario above the first message, until the user writes. */
export function ScenarioBox({ character, text, hasPanel }: ScenarioBoxProps) {
  // Without its own background, the character's portrait is already behind the chat.
  const hasPlace = hasOwnBackground(character)
  return (
    <section
      aria-label="Scenario"
      className={classNames('mb-10 phone:mb-6', hasPanel && (hasPlace ? 'lg:mb-8' : 'lg:hidden'))}
    >
      {hasPlace && (
        <div aria-hidden className="relative overflow-clip rounded-card sm:-ml-14 @2xl:-mr-14">
          <div className="h-[clamp(7rem,26dvh,16rem)] phone:h-30">
            <Backdrop character={character} sizes={pictureSizes.place} isPriority imageClassName="object-[50%_42%]" />
          </div>
          <div className="absolute inset-0 rounded-card inset-ring inset-ring-white/10" />
        </div>
      )}
      <div className={hasPanel ? 'lg:hidden' : undefined}>
        <h2 className="mt-7 text-sm font-semibold tracking-wide text-soft phone:mt-4">Scenario</h2>
        <p className="display mt-1 line-clamp-3 text-3xl wrap-anywhere phone:hidden">{character.name}</p>
        <OpeningScenario text={text} className="mt-5" />
      </div>
    </section>
  )
}

/** The scenario above the first message of a group chat, which is the chat's own. */
export const GroupScenario = ({ text }: { text: string }) => (
  <section aria-label="Scenario" className="mb-10 phone:mb-6">
    <h2 className="text-sm font-semibold tracking-wide text-soft">Scenario</h2>
    <OpeningScenario text={text} className="mt-1" />
  </section>
)

const OpeningScenario = ({ text, className }: { text: string; className: string }) => (
  <>
    <FoldedScenario
      text={text}
      foldedClasses="max-sm:line-clamp-3"
      lettersMax={120}
      className={classNames('chat-drop-cap text-read text-soft phone:mt-1', className)}
      moreClasses="sm:hidden"
    />
    <hr className="mx-auto mt-10 w-24 border-line-strong/60 phone:mt-6" />
  </>
)
