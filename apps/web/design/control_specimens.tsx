import type { PictureFocus } from '#modules/gallery/api'
import Heart from 'lucide-react/icons/heart'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Send from 'lucide-react/icons/send-horizontal'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button, ButtonLink, type ButtonLook } from '#web/components/ui/button'
import { Chip } from '#web/components/ui/chip'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'
import { IconButton } from '#web/components/ui/icon_button'
import { PictureField } from '#web/components/shared/picture_field'
import { Rubies } from '#web/components/shared/rubies'
import { SearchField } from '#web/components/ui/search_field'
import { Select } from '#web/components/ui/select'
import { Tabs } from '#web/components/ui/tabs'
import { Tag } from '#web/components/ui/tag'
import { Checkbox, Switch } from '#web/components/ui/toggle'
import { longText, longWord } from './sample_texts.ts'
import { Chapter, Specimen } from './specimen.tsx'

const looks: ButtonLook[] = ['primary', 'outline', 'quiet', 'danger', 'picture']
const hovered: Record<ButtonLook, string> = {
  primary: 'bg-accent-hover!',
  outline: 'bg-hover!',
  quiet: 'bg-hover! text-text!',
  danger: 'border-danger-text!',
  picture: 'bg-cover!',
}
const focused = 'outline-2 outline-offset-2 outline-focus'

export function ControlSpecimens() {
  return (
    <>
      <Chapter title="Buttons">
        {looks.map((look) => (
          <Specimen key={look} name={look} isOnPicture={look === 'picture'}>
            <Button look={look}>Start New Chat</Button>
            <Button look={look} className={hovered[look]}>
              Hovered
            </Button>
            <Button look={look} className={focused}>
              Focused
            </Button>
            <Button look={look} disabled>
              Disabled
            </Button>
            <Button look={look} isLoading>
              Saving it
            </Button>
            <ButtonLink look={look} to="/design">
              A link
            </ButtonLink>
          </Specimen>
        ))}
        <Specimen name="Sizes">
          <Button size="s">Small</Button>
          <Button>Medium</Button>
          <Button size="l" look="primary">
            Large
          </Button>
        </Specimen>
        <Specimen name="With an icon">
          <Button look="primary">
            <Plus aria-hidden className="size-4.5" /> Create Character
          </Button>
          <Button>
            Buy Rubies <Rubies amount={1200} />
          </Button>
        </Specimen>
        <Specimen name="Long text" isWide>
          <div className="w-48">
            <Button look="outline" className="w-full">
              A label that is far too long for its place
            </Button>
          </div>
        </Specimen>
        <Specimen name="Icon buttons">
          <IconButton label="Like" icon={<Heart />} />
          <IconButton label="Edit" icon={<Pencil />} look="outline" />
          <IconButton label="Send" icon={<Send />} look="primary" />
          <IconButton label="Delete" icon={<Trash />} look="danger" />
          <IconButton label="Edit" icon={<Pencil />} look="picture" />
          <IconButton label="Like, focused" icon={<Heart />} className={focused} />
          <IconButton label="Like, disabled" icon={<Heart />} disabled />
          <IconButton label="Like, loading" icon={<Heart />} look="outline" isLoading />
          <IconButton label="Small" icon={<Heart />} size="s" look="outline" />
          <IconButton label="Large" icon={<Send />} size="l" look="primary" />
        </Specimen>
      </Chapter>
      <Fields />
      <Choices />
    </>
  )
}

function Fields() {
  const [query, setQuery] = useState('lighthouse keeper')
  const [tier, setTier] = useState('standard')
  const [picture, setPicture] = useState('/pictures/builtin/noor-avatar.webp')
  const [focus, setFocus] = useState<PictureFocus | null>(null)
  return (
    <Chapter title="Fields">
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Field label="Name" hint="Shown on the card." aside="12 / 80">
          <Input defaultValue="Wenna Thorn" />
        </Field>
        <Field label="Tagline" isOptional>
          <Input placeholder="Something short" />
        </Field>
        <Field label="Username" success="Username is available!">
          <Input defaultValue="robin_f" />
        </Field>
        <Field label="Username" error="Username can only contain letters, numbers, underscores, and hyphens">
          <Input defaultValue="robin f!" />
        </Field>
        <Field label="Focused">
          <Input defaultValue="Here" className="border-focus! outline-2 outline-focus" />
        </Field>
        <Field label="Disabled" hint="This field is disabled.">
          <Input defaultValue="Fixed" disabled />
        </Field>
        <Field label="Backstory" hint="What made them who they are.">
          <TextArea defaultValue={longText} />
        </Field>
        <Field label="Description" error="Please fill in at least the name and description">
          <TextArea />
        </Field>
        <Field label="Category">
          <NativeSelect defaultValue="Fantasy">
            <option>General</option>
            <option>Fantasy</option>
            <option>Sci-Fi</option>
          </NativeSelect>
        </Field>
        <Select
          label="Model"
          value={tier}
          onChange={setTier}
          options={[
            { value: 'basic', label: 'Toppy 7B', hint: 'Quick and light', aside: <Rubies amount={1} /> },
            { value: 'standard', label: 'MythoMist 7B', hint: 'A good companion', aside: <Rubies amount={3} /> },
            { value: 'premium', label: 'ReMM 13B', hint: 'Richer, slower', aside: <Rubies amount={7} /> },
            { value: 'ultra', label: 'MythoMax 13B', aside: <Rubies amount={15} />, isDisabled: true },
          ]}
        />
        <Select label="Nothing chosen" value="" placeholder="Choose a category" onChange={() => {}} options={[]} />
        <Select
          label="Disabled choice"
          value="a"
          isDisabled
          onChange={() => {}}
          options={[{ value: 'a', label: longWord }]}
        />
        <SearchField
          label="Search characters"
          placeholder="Search characters..."
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onClear={() => setQuery('')}
        />
        <SearchField label="Search, disabled" placeholder="Search characters..." disabled />
        <PictureField
          label="Avatar"
          value={picture}
          onChange={setPicture}
          hint="PNG, JPEG, WebP or GIF, up to 10 MB."
          focus={focus}
          onFocusChange={setFocus}
          onDraw={() => {}}
        />
        <PictureField
          label="Background"
          value=""
          onChange={() => {}}
          shape="wide"
          fallback={picture}
          error="The background must be the http or https address of a picture, or one of our own pictures."
          isOptional
        />
      </div>
    </Chapter>
  )
}

function Choices() {
  const [chip, setChip] = useState('Fantasy')
  const [tags, setTags] = useState(['slow burn', 'lighthouse', 'cozy', longWord])
  return (
    <Chapter title="Choices">
      <div className="grid gap-x-10 md:grid-cols-2">
        <Checkbox label="Public" hint="Anyone can find and chat with this character." defaultChecked />
        <Switch label="Limitless content" hint="Shows characters meant for adults." />
        <Checkbox label="Not public" />
        <Switch label="On" defaultChecked />
        <Checkbox label="Disabled, on" defaultChecked disabled />
        <Switch label="Disabled, on" defaultChecked disabled />
        <Checkbox label="Disabled" disabled />
        <Switch label={longText} />
      </div>
      <Specimen name="Chips">
        {['All', 'Anime', 'Fantasy', 'Romance', 'Sci-Fi'].map((each) => (
          <Chip key={each} isCurrent={each === chip} onClick={() => setChip(each)}>
            {each}
          </Chip>
        ))}
      </Specimen>
      <Specimen name="Tags">
        <Tag name="fantasy" />
        {tags.map((tag) => (
          <Tag key={tag} name={tag} onRemove={() => setTags(tags.filter((each) => each !== tag))} />
        ))}
      </Specimen>
      <Specimen name="Tabs" isWide>
        <Tabs
          label="Ruby shop"
          tabs={[
            { value: 'shop', label: 'Shop', content: <p>The packs.</p> },
            { value: 'history', label: 'History', content: <p>The transactions.</p> },
            { value: 'more', label: 'A rather long name', content: <p>More.</p> },
          ]}
        />
      </Specimen>
    </Chapter>
  )
}
