import { isPictureAddress, userName, type User } from '#modules/accounts/api'
import { fillMacros } from '#modules/gallery/api'
import { Avatar } from '#web/components/shared/avatar'
import { ownHosts } from '#web/lib/own_hosts'

interface PersonaPreviewProps {
  persona: {
    personaAvatar: string
    personaName: string
    personaDescription: string
    personaPersonality: string
    personaBackground: string
  }
  user: Pick<User, 'username' | 'firstName'>
}

/** The names and texts that the prompt contains about the user. */
export function PersonaPreview({ persona, user }: PersonaPreviewProps) {
  const name = userName({ ...user, personaName: persona.personaName.trim() })
  const promptTexts = [persona.personaDescription, persona.personaPersonality, persona.personaBackground]
    .map((text) => fillMacros(text, { char: 'the character', user: name }).trim())
    .filter(Boolean)
  const avatar = persona.personaAvatar.trim()
  return (
    <aside aria-labelledby="preview-heading" className="self-start lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)]">
      <div className="overflow-clip rounded-card border border-line bg-raised">
        <div className="flex items-center gap-4 border-b border-line p-5">
          <Avatar address={isPictureAddress(avatar, ownHosts) ? avatar : null} name={name} size="l" />
          <div className="min-w-0">
            <h2 id="preview-heading" className="text-sm text-faint">
              How characters see you
            </h2>
            <p className="display text-xl break-words">{name}</p>
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 text-ui">
          <div>
            <h3 id="prompt-heading" className="text-sm font-semibold">
              Characters know
            </h3>
            {promptTexts.length > 0 ? (
              <blockquote
                // Makes it scrollable by keyboard.
                tabIndex={0}
                aria-labelledby="prompt-heading"
                className="mt-2 max-h-80 overflow-y-auto border-l-2 border-accent-text/60 pl-4"
              >
                <p className="font-semibold break-words">Who {name} is</p>
                {promptTexts.map((text, index) => (
                  <p key={index} className="mt-1 break-words whitespace-pre-wrap text-soft">
                    {text}
                  </p>
                ))}
              </blockquote>
            ) : (
              <p className="mt-1 text-soft">Your name, {name}.</p>
            )}
          </div>
          <div>
            <h3 className="text-sm font-semibold">What they call you</h3>
            <p className="mt-1 break-words text-soft">
              <code className="rounded bg-hover px-1.5 py-0.5 text-sm">{'{{user}}'}</code> in a character’s texts
              becomes <strong className="font-semibold text-text">{name}</strong>.
            </p>
          </div>
        </div>
      </div>
    </aside>
  )
}
