import { pictureSizes, type Character } from '#modules/gallery/api'
import { Backdrop, hasOwnBackground } from '#web/components/shared/backdrop'
import { classNames } from '#web/lib/class_names'
import { FoldedScenario } from './folded_scenario.tsx'

interface ScenarioBoxProps {
  /** null in a group, whose scenario is the chat's own. */
  character: Character | null
  /** The scenario with macros replaced. */
  text: string
  /** Whether a panel shows the scenario on extra-large screens. */
  hasPanel: boolean
}

/** The place and the scenario above the first message, until the user writes. */
export function ScenarioBox({ character, text, hasPanel }: ScenarioBoxProps) {
  // Without its own background, the character's portrait is already behind the chat.
  const hasPlace = character !== null && hasOwnBackground(character)
  return (
    <section
      aria-label="Scenario"
      className={classNames('mb-10 phone:mb-4', hasPanel && (hasPlace ? 'xl:mb-8' : 'xl:hidden'))}
    >
      {hasPlace && (
        <div aria-hidden className="relative overflow-clip rounded-card sm:-ml-14 @2xl:-mr-14">
          <div className="h-[clamp(7rem,25dvh,16rem)] phone:h-[min(7rem,20dvh)]">
            <Backdrop character={character} sizes={pictureSizes.place} isPriority imageClassName="object-[50%_42%]" />
          </div>
          <div className="absolute inset-0 rounded-card inset-ring inset-ring-white/10" />
        </div>
      )}
      <div className={hasPanel ? 'xl:hidden' : undefined}>
        <h2 className={classNames('text-sm font-semibold tracking-wide text-soft phone:sr-only', character && 'mt-7')}>
          Scenario
        </h2>
        {character && <p className="display mt-1 line-clamp-3 text-3xl wrap-anywhere phone:hidden">{character.name}</p>}
        <OpeningScenario text={text} className={character ? 'mt-5' : 'mt-1'} />
      </div>
    </section>
  )
}

/** On phones, one line, so that the first message begins on the first screen. */
const OpeningScenario = ({ text, className }: { text: string; className: string }) => (
  <>
    <div className="phone:mt-1.5 phone:flex phone:items-center phone:gap-1 phone:has-[[aria-expanded=true]]:block">
      <FoldedScenario
        text={text}
        foldedClasses="phone:line-clamp-1"
        lettersMax={40}
        className={classNames('chat-drop-cap min-w-0 text-read text-soft phone:mt-0', className)}
        moreClasses={`shrink-0 phone:-mr-3 phone:aria-expanded:-ml-3 ${unlessPhone}`}
      />
    </div>
    <hr className="mx-auto mt-10 w-24 border-line-strong/60 phone:hidden" />
  </>
)

/** The opposite of the variant `phone`. */
const unlessPhone = '[@media(width>=40rem)_and_((width>=64rem)_or_(height>=30rem))]:hidden'
