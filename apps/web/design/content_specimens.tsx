import Gift from 'lucide-react/icons/gift'
import MessageCircle from 'lucide-react/icons/message-circle'
import SearchX from 'lucide-react/icons/search-x'
import Users from 'lucide-react/icons/users'
import { Alert } from '#web/components/ui/alert'
import { Avatar } from '#web/components/shared/avatar'
import { Badge, type Tone } from '#web/components/ui/badge'
import { Banner } from '#web/components/ui/banner'
import { Button } from '#web/components/ui/button'
import { Card, CardHighlight } from '#web/components/ui/card'
import { Chart } from '#web/components/ui/charts/chart'
import { EmptyState } from '#web/components/ui/empty_state'
import { PageHeader } from '#web/components/ui/page_header'
import { Picture } from '#web/components/shared/picture'
import { Progress } from '#web/components/ui/progress'
import { Rubies } from '#web/components/shared/rubies'
import { Skeleton } from '#web/components/ui/skeleton'
import { PageSpinner } from '#web/components/ui/page_spinner'
import { longText, longWord } from './sample_texts.ts'
import { Chapter, Specimen } from './specimen.tsx'

const tones: Tone[] = ['neutral', 'accent', 'success', 'warning', 'danger']
const names = ['Wenna Thorncroft', 'Brakka', 'Mara Vell', 'Ilse', 'Tomas Okonjo', 'Q', '愛子', 'Zed']
const portrait = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><path fill="#24405e" d="M0 0h4v5H0z"/><circle cx="2" cy="1.9" r=".9" fill="#e2b48c"/><path fill="#8a1c45" d="M.4 5q0-2 1.6-2t1.6 2z"/></svg>'
)}`

const hours = Array.from({ length: 12 }, (_, hour) => ({
  name: `Sat, ${hour}:00`,
  mark: hour % 3 === 0 ? `${hour}:00` : undefined,
}))

export function ContentSpecimens() {
  return (
    <>
      <Chapter title="People and pictures">
        <Specimen name="Avatars">
          {(['xs', 's', 'm', 'l', 'xl'] as const).map((size) => (
            <Avatar key={size} address={portrait} name="Wenna Thorncroft" size={size} />
          ))}
        </Specimen>
        <Specimen name="None, or failed">
          {names.map((name) => (
            <Avatar key={name} address={null} name={name} />
          ))}
          <Avatar address="/pictures/not-there.png" name="Failed" />
        </Specimen>
        <Specimen name="Head of a page" isWide>
          <div className="w-full">
            <PageHeader title="Discover characters" lead="Pick someone and say hello.">
              <Button>An action with a long label</Button>
            </PageHeader>
          </div>
        </Specimen>
        <Specimen name="Cards" isWide>
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            {[portrait, null, '/pictures/not-there.png'].map((address) => (
              <Card key={address} as="article" isInteractive>
                <Picture
                  address={address}
                  name="Wenna Thorncroft"
                  className="aspect-4/5"
                  initialsClassName="text-4xl"
                />
                <CardHighlight />
                <div className="p-4">
                  <button type="button" className="display text-left text-lg outline-none after:absolute after:inset-0">
                    Wenna Thorncroft
                  </button>
                  <p className="line-clamp-2 text-sm text-soft">{longText}</p>
                </div>
              </Card>
            ))}
            <Card>
              <Skeleton className="aspect-4/5 rounded-none" />
              <div className="grid gap-3 p-4">
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="h-3.5" />
                <Skeleton className="h-3.5 w-1/2" />
              </div>
            </Card>
          </div>
        </Specimen>
      </Chapter>
      <Chapter title="Messages">
        <Specimen name="Badges">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <span className="w-40">
            <Badge>{longWord}</Badge>
          </span>
        </Specimen>
        <Specimen name="Rubies">
          <Rubies amount={1} spelled />
          <Rubies amount={12_500} spelled />
          <Rubies amount={0} className="text-sm" />
          <Rubies amount={50} className="text-2xl" />
        </Specimen>
        <Specimen name="Charts" isWide>
          <div className="grid gap-4 md:grid-cols-2">
            <Chart
              title="Rubies in and out"
              kind="bars"
              places={hours}
              format={String}
              span="Twelve hours"
              empty="Nothing moved"
              series={[
                { name: 'in', tone: 'success', values: [0, 50, 0, 120, 500, 80, 0, 0, 60, 10, 0, 90], total: '910' },
                {
                  name: 'out',
                  tone: 'accent',
                  values: [3, 9, 27, 60, 90, 130, 8, 0, 1, 3, 45, 90],
                  total: '466',
                  isDown: true,
                },
              ]}
            />
            <Chart
              title="Time to first text"
              kind="lines"
              places={hours}
              format={(ms) => `${ms} ms`}
              span="Twelve hours"
              empty="No replies"
              series={[
                {
                  name: 'median',
                  tone: 'accent',
                  values: [300, 320, 310, null, 280, null, 500, 450, 300, 290, 310, 300],
                  total: '310 ms',
                },
                {
                  name: '95th percentile',
                  tone: 'quiet',
                  isDashed: true,
                  values: [800, 900, 700, null, 650, null, 1900, 1500, 800, 700, 750, 720],
                  total: '1,500 ms',
                },
              ]}
            />
            <Chart
              title="Provider errors"
              kind="bars"
              places={hours}
              format={String}
              span="Twelve hours"
              empty="No errors"
              series={[{ name: 'errors', tone: 'warning', values: hours.map(() => 0), total: '0' }]}
            />
          </div>
        </Specimen>
        <Specimen name="Alerts" isWide>
          {tones.map((tone) => (
            <Alert key={tone} tone={tone} title={tone === 'danger' ? 'Content Not Allowed' : undefined}>
              {tone === 'accent' ? longText : 'What happened, to what, and what to do next.'}
            </Alert>
          ))}
          <Alert tone="warning" action={<Button size="s">Reload</Button>}>
            {longWord}
          </Alert>
        </Specimen>
        <Specimen name="Banners" isWide>
          <Banner
            tone="accent"
            icon={<Gift />}
            title="Your daily reward is ready"
            text={
              <>
                <Rubies amount={10} spelled /> every day you visit.
              </>
            }
            action={<Button look="primary">Claim</Button>}
          />
          <Banner
            icon={<Users />}
            title="Join us on Discord"
            text="Members get 50 rubies."
            action={<Button>Join</Button>}
            onDismiss={() => {}}
          />
          <Banner
            icon={<Users />}
            title={longText}
            text={longText}
            action={<Button isLoading>Join</Button>}
            onDismiss={() => {}}
          />
        </Specimen>
        <Specimen name="Progress" isWide>
          <Progress label="Import" value={40} />
          <Progress label="Done" value={100} />
          <Progress label="Indeterminate" />
        </Specimen>
        <Specimen name="Skeleton" isWide>
          <div className="flex items-center gap-3">
            <Skeleton className="size-11 rounded-full" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-3 w-64 max-w-full" />
            </div>
          </div>
        </Specimen>
        <Specimen name="Spinner" isWide>
          <PageSpinner />
        </Specimen>
        <Specimen name="Empty, page" isWide>
          <EmptyState
            icon={<SearchX />}
            title="No characters found"
            text="Try another word, or look in all categories."
          >
            <Button>Show all</Button>
          </EmptyState>
        </Specimen>
        <Specimen name="Empty, panel" isWide>
          <div className="w-64 rounded-card border border-line bg-raised">
            <EmptyState
              size="panel"
              icon={<MessageCircle />}
              title="No recent chats"
              text="Start a conversation with a character!"
            />
          </div>
        </Specimen>
      </Chapter>
    </>
  )
}
