import { listHelpLines } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Phone from 'lucide-react/icons/phone'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button, buttonClasses } from '#web/components/ui/button'
import { NativeSelect } from '#web/components/ui/field'
import { callQuery } from '#web/lib/api_client'

/** The international directory, also while the lines load or if they can't be loaded. */
const directory = { country: null, name: 'Find A Helpline', phone: null, url: 'https://findahelpline.com' }

/** Names helplines to users who wrote that they want to harm themselves. */
export function HelpCard({ onDismiss }: { onDismiss: () => void }) {
  const { data } = useQuery(callQuery(listHelpLines))
  const lines = data?.lines ?? [directory]
  const [chosen, setChosen] = useState<string | null>(null)
  const countries = Object.fromEntries(
    lines.flatMap(({ country }) => (country === null ? [] : [[country, countryName(country)]]))
  )
  const country = chosen ?? data?.country ?? readerCountry()
  const known = country !== null && country in countries ? country : ''
  const shown = lines.filter((line) => line.country === null || line.country === known)
  return (
    <section
      aria-label="Help"
      className="relative max-h-[50%] overflow-y-auto border-b border-line bg-raised px-4 py-3 text-ui"
    >
      <div className="mx-auto flex max-w-[41.5rem] items-start gap-3">
        <HeartHandshake aria-hidden className="mt-0.5 size-5 shrink-0 text-soft" />
        <div className="grid min-w-0 flex-1 gap-2.5">
          <div role="status">
            <h2 className="font-semibold">You don’t have to go through this alone</h2>
            <p className="text-soft">
              If you might hurt yourself, please talk to someone now. These people listen, free of charge or at the
              price of a call. In immediate danger, call your local emergency number.
            </p>
          </div>
          <ul>
            {shown.map(({ country, name, phone, url }) => (
              <li key={url} className="flex min-h-touch flex-wrap items-center gap-x-3">
                <a
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="py-2.5 font-semibold underline decoration-line-strong underline-offset-3"
                >
                  {name}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
                {country === null && <span className="text-soft">in all countries</span>}
                {phone !== null && (
                  <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={buttonClasses('outline', false, 's')}>
                    <Phone aria-hidden className="size-4" />
                    {phone}
                  </a>
                )}
              </li>
            ))}
          </ul>
          {Object.keys(countries).length > 0 && (
            <NativeSelect
              aria-label="Country"
              className="max-w-64"
              value={known}
              onChange={({ target }) => setChosen(target.value)}
              options={{ '': 'Another country', ...countries }}
            />
          )}
        </div>
        <Button look="quiet" isIcon aria-label="Close" className="-my-1.5 -mr-2" onClick={onDismiss}>
          <X aria-hidden className="size-5" />
        </Button>
      </div>
    </section>
  )
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
const countryName = (country: string): string => countryNames.of(country) ?? country

/** The country in the language of the browser, such as `de-AT`. */
const readerCountry = (): string | null => /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? null
