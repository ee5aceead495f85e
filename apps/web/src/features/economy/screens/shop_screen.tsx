import { picturePrices, speechPrice } from '#config/economy'
import type { User } from '#modules/accounts/api'
import { listModels } from '#modules/chat/calls'
import { readShares } from '#modules/economy/calls'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { DemoNotice } from '#web/components/shared/demo_notice'
import { PageHeader } from '#web/components/ui/page_header'
import { Rubies } from '#web/components/shared/rubies'
import { Tabs } from '#web/components/ui/tabs'
import { callQuery } from '#web/lib/api_client'
import { focusMain } from '#web/lib/focus_main'
import { Alert } from '#web/components/ui/alert'
import { rubiesText } from '#web/components/shared/rubies_text'
import { CreatorShare } from '../components/creator_share.tsx'
import { FreeRubies } from '../components/free_rubies.tsx'
import { History } from '../components/history.tsx'
import { ModelPrices } from '../components/model_prices.tsx'
import { OrderPanel } from '../components/order_panel.tsx'
import { Packs } from '../components/packs.tsx'
import { RedeemCode } from '../components/redeem_code.tsx'
import { parseShopLocation, shopAddress, type ShopLocation, type ShopTab } from '../shop_location.ts'
import { shopTexts } from '../shop_texts.ts'
import { useCheckout } from '../use_checkout.ts'
import { useCheckoutChannel } from '../use_checkout_channel.ts'
import '../economy.css'

interface ShopScreenProps {
  user: Pick<User, 'rubies' | 'rubyDebt' | 'discordJoined' | 'discordInvite' | 'isAdmin'>
}

const noModels: never[] = []

/** Buys rubies, explains them and lists transactions. The open tab and the watched order are in the URL. */
export function ShopScreen({ user }: ShopScreenProps) {
  const models = useQuery(callQuery(listModels))
  const shares = useQuery(callQuery(readShares)).data
  const sharePercent = shares?.percent ?? 0
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const location = parseShopLocation(query)
  const { tab, orderId, outcome } = location
  const goTo = useCallback(
    (next: ShopLocation) => navigate(shopAddress(next), { replace: true, preventScrollReset: true }),
    [navigate]
  )
  const { buying, unavailable, started, buy } = useCheckout((orderId) => goTo({ ...location, orderId, outcome: null }))
  useCheckoutChannel(orderId, outcome, (result) => goTo({ ...location, ...result }))

  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Ruby shop" lead={texts.lead}>
        <p className="flex items-baseline gap-2.5 max-sm:w-full">
          <span className="text-soft">Your balance</span>
          <Rubies amount={user.rubies} className="display text-2xl" />
        </p>
      </PageHeader>
      <div className="mb-5 grid gap-3 empty:hidden">
        {models.data?.some(({ isDemo }) => isDemo) && (
          <DemoNotice place="shop" isAdmin={user.isAdmin} className="rounded-panel border" />
        )}
        {user.rubyDebt > 0 && <DebtNotice rubies={user.rubyDebt} />}
        {orderId && (
          <OrderPanel
            key={orderId}
            orderId={orderId}
            outcome={outcome}
            checkoutUrl={started?.orderId === orderId ? started.checkoutUrl : null}
            onDismiss={() => {
              goTo({ tab, orderId: null, outcome: null })
              focusMain()
            }}
          />
        )}
      </div>
      <Tabs
        label="Ruby shop"
        value={tab}
        onChange={(value) => goTo({ ...location, tab: value as ShopTab })}
        tabs={[
          {
            value: 'shop',
            label: 'Shop',
            content: (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
                <Packs
                  models={models.data ?? noModels}
                  buying={buying}
                  unavailable={unavailable}
                  onBuy={(pack) => void buy(pack)}
                />
                <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-14 xl:grid-cols-2">
                  <ModelPrices rubies={user.rubies} models={models} />
                  <FreeRubies
                    discord={user.discordInvite === null ? null : { isReceived: user.discordJoined }}
                    hasShares={sharePercent > 0}
                  />
                </div>
                {shares && sharePercent > 0 && <CreatorShare {...shares} />}
                <RedeemCode />
                <SpendingFacts sharePercent={sharePercent} />
              </div>
            ),
          },
          { value: 'history', label: 'History', content: <History /> },
        ]}
      />
    </div>
  )
}

function DebtNotice({ rubies }: { rubies: number }) {
  return (
    <Alert tone="warning" title={`You owe ${rubiesText(rubies)}`}>
      A payment was reversed after its rubies had been spent. Rubies that you buy or receive pay this debt first.
    </Alert>
  )
}

function SpendingFacts({ sharePercent }: { sharePercent: number }) {
  const shown = sharePercent > 0 ? [...facts, shareFact(sharePercent)] : facts
  return (
    <section aria-labelledby="know-heading">
      <h2 id="know-heading" className="display text-2xl">
        How rubies are spent
      </h2>
      <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {shown.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-0.5 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const texts = shopTexts(picturePrices, speechPrice)

const facts = [
  { title: texts.title, text: texts.text },
  {
    title: 'You see the price before you send',
    text: 'It’s on every button that costs rubies, and depends on the model.',
  },
  {
    title: 'You pay when a reply is saved',
    text: 'A failed reply costs nothing. A stopped reply keeps its text and costs the full price.',
  },
  {
    title: 'Every ruby is accounted for',
    text: 'The history shows every change and the balance after it. Refunding a payment also takes back its rubies.',
  },
]

const shareFact = (percent: number) => ({
  title: 'Creators get a share',
  text: `Of the rubies you bought, ${percent}% of what a reply costs goes to the character’s creator. It costs you nothing more.`,
})
