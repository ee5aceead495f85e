import { fireEvent, render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { PictureFocus } from '#modules/gallery/api'
import { Avatar } from '../src/components/shared/avatar.tsx'
import { Backdrop } from '../src/components/shared/backdrop.tsx'
import { Button } from '../src/components/ui/button.tsx'
import { Dialog } from '../src/components/ui/dialog.tsx'
import { EmptyState } from '../src/components/ui/empty_state.tsx'
import { Field, Input } from '../src/components/ui/field.tsx'
import { Menu, MenuItem, MenuLink } from '../src/components/ui/menu.tsx'
import { Picture } from '../src/components/shared/picture.tsx'
import { Rubies } from '../src/components/shared/rubies.tsx'
import { SearchField } from '../src/components/ui/search_field.tsx'
import { Select } from '../src/components/ui/select.tsx'
import { Tabs } from '../src/components/ui/tabs.tsx'
import { UserAvatar } from '../src/features/accounts/components/user_avatar.tsx'

test.each([
  '/api/logout',
  `${window.location.origin}/api/logout`,
  `//${window.location.host}/api/logout`,
  `${window.location.origin.toUpperCase()}/pictures/%2e%2e/api/logout`,
])('Picture shows initials instead of fetching %s, an address of ours that is not a picture', (address) => {
  const user = { profileImageUrl: address, firstName: 'Robin' }
  const view = render(
    <>
      <Picture address={address} name="Robin Vale" />
      <UserAvatar user={user} />
    </>
  )
  expect(view.container.querySelector('img')).toBeNull()
  expect(view.container.textContent).toBe('ROR')
})

test.each(['/pictures/uploads/a.webp', 'https://pictures.example/a.png'])('Picture loads %s', (address) => {
  const view = render(<Picture address={address} name="Robin Vale" />)
  expect(view.container.querySelector('img')?.getAttribute('src')).toContain(address)
})

test('Avatar moves the focus of its picture towards the middle, and no edge into view', () => {
  const imageOf = (focus: PictureFocus | null) =>
    render(<Avatar address="/pictures/uploads/a.webp" name="Robin" focus={focus} />).container.querySelector('img')!
  expect(imageOf({ x: 0.5, y: 0.4 }).style).toMatchObject({ objectPosition: '50% 40%', transformOrigin: '50% 20%' })
  expect(imageOf({ x: 1, y: 0.1 }).style.transformOrigin).toBe('100% 0%')
  expect(imageOf(null).getAttribute('style')).toBeNull()
})

test('Backdrop blurs a portrait that stands in for a background', () => {
  const [avatar, own] = ['/pictures/uploads/a.webp', '/pictures/uploads/b.webp']
  const avatarFocus = { x: 0.4, y: 0.6 }
  const imageOf = (background: string | null) =>
    render(
      <Backdrop
        character={{ name: 'Robin', avatar, avatarFocus, background }}
        sizes="100vw"
        imageClassName="object-center"
      />
    ).container.querySelector('img')!
  for (const background of [null, avatar]) {
    expect(imageOf(background).getAttribute('src')).toContain(avatar)
    expect(imageOf(background).className).toContain('blur')
    expect(imageOf(background).style.objectPosition).toBe('40% 60%')
  }
  expect(imageOf(own).getAttribute('src')).toContain(own)
  expect(imageOf(own).className).not.toContain('blur')
  expect(imageOf(own).getAttribute('style')).toBeNull()
})

test('Button keeps name and focus while loading and ignores clicks', async () => {
  const onClick = vi.fn()
  const view = render(<Button onClick={onClick}>Save</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  view.rerender(
    <Button isLoading onClick={onClick}>
      Save
    </Button>
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('Button does not submit a form while loading', async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isLoading>
        Save
      </Button>
    </form>
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('Field links its control to label and error', () => {
  const view = render(
    <Field label="Username" hint="Three or more">
      <Input />
    </Field>
  )
  const input = screen.getByLabelText('Username')
  const note = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  expect(note()).toBe('Three or more')
  view.rerender(
    <Field label="Username" hint="Three or more" error="This username is already taken">
      <Input />
    </Field>
  )
  expect(note()).toBe('This username is already taken')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('Picture offers the widths of a stored picture and fades in', () => {
  const { container } = render(<Picture address="/pictures/a.webp" name="Mara" sizes="14rem" />)
  const image = container.querySelector('img')
  expect(image?.getAttribute('srcset')).toContain('/pictures/a.webp?w=384 384w')
  expect(image?.getAttribute('sizes')).toBe('14rem')
  expect(image?.getAttribute('loading')).toBe('lazy')
  expect(image?.classList.contains('opacity-0')).toBe(true)
  fireEvent.load(image!)
  expect(image?.classList.contains('opacity-0')).toBe(false)
})

test('Picture fetches a priority picture at once without a fade', () => {
  const { container } = render(<Picture address="/pictures/a.webp" name="Mara" isPriority />)
  const image = container.querySelector('img')
  expect(image?.getAttribute('loading')).toBe('eager')
  expect(image?.getAttribute('fetchpriority')).toBe('high')
  expect(image?.classList.contains('opacity-0')).toBe(false)
})

test('Picture falls back to initials on error and tries a new address', () => {
  const view = render(<Picture address="/pictures/a.webp" name="Mara" />)
  fireEvent.error(view.container.querySelector('img')!)
  expect(view.container.textContent).toBe('MA')
  view.rerender(<Picture address="/pictures/b.webp" name="Mara" />)
  expect(view.container.querySelector('img')).toBeTruthy()
})

function swipe(element: Element, distance: number, ms: number) {
  const at = (clientY: number) => ({ pointerId: 1, pointerType: 'touch', clientY })
  // The speed comes from the events' timestamps.
  const clock = vi.spyOn(Event.prototype, 'timeStamp', 'get')
  clock.mockReturnValue(1)
  fireEvent.pointerDown(element, at(0))
  fireEvent.pointerMove(element, at(distance))
  clock.mockReturnValue(1 + ms)
  fireEvent.pointerUp(element, at(distance))
  clock.mockRestore()
}

test('Dialog closes when swiped down and springs back from a short pull', () => {
  const onClose = vi.fn()
  render(
    <Dialog isOpen onClose={onClose} title="Mara">
      Words
    </Dialog>
  )
  const sheet = screen.getByRole('dialog', { name: 'Mara' })
  const top = sheet.firstElementChild!
  swipe(top, 40, 1_000)
  expect(onClose).not.toHaveBeenCalled()
  expect(sheet.style.translate).toBe('')
  swipe(top, 120, 1_000)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('Dialog closes on a quick flick', () => {
  const onClose = vi.fn()
  render(
    <Dialog isOpen onClose={onClose} title="Mara">
      Words
    </Dialog>
  )
  swipe(screen.getByRole('dialog', { name: 'Mara' }).firstElementChild!, 50, 50)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('Menu opens by keyboard, navigates its items and returns the focus', async () => {
  const onSelect = vi.fn()
  render(
    <MemoryRouter>
      <Menu trigger={<Button>Account</Button>}>
        <MenuLink to="/settings">Settings</MenuLink>
        <MenuItem onSelect={onSelect}>Log out</MenuItem>
      </Menu>
    </MemoryRouter>
  )
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toBe('Settings')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onSelect).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.textContent).toBe('Account')
})

test('Select shows its value and reports another choice', async () => {
  const onChange = vi.fn()
  render(
    <Select
      label="Model"
      value="basic"
      onChange={onChange}
      options={[
        { value: 'basic', label: 'Toppy 7B' },
        { value: 'ultra', label: 'MythoMax 13B' },
      ]}
    />
  )
  const user = userEvent.setup()
  expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toBe('Toppy 7B')
  await user.tab()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('option', { name: 'MythoMax 13B' }))
  expect(onChange).toHaveBeenCalledWith('ultra')
})

test('Tabs show one panel and navigate with arrows', async () => {
  render(
    <Tabs
      label="Ruby shop"
      tabs={[
        { value: 'shop', label: 'Shop', content: 'What there is to buy' },
        { value: 'history', label: 'History', content: 'What came and went' },
      ]}
    />
  )
  const user = userEvent.setup()
  expect(screen.getByRole('tabpanel').textContent).toBe('What there is to buy')
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel').textContent).toBe('What came and went')
})

test('SearchField clears its text and keeps the focus', async () => {
  const onClear = vi.fn()
  const view = render(<SearchField label="Search" value="mara" onChange={() => {}} onClear={onClear} />)
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(onClear).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  view.rerender(<SearchField label="Search" value="" onChange={() => {}} onClear={onClear} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('Rubies are announced with their word', () => {
  const view = render(<Rubies amount={1200} />)
  expect(view.container.textContent).toBe('1,200 rubies')
  view.rerender(<Rubies amount={1} spelled />)
  expect(view.container.textContent).toBe('1 ruby')
})

test('EmptyState has a heading on a page and none in a panel', () => {
  const view = render(<EmptyState title="No characters found" />)
  expect(screen.getByRole('heading', { level: 2, name: 'No characters found' })).toBeTruthy()
  view.rerender(<EmptyState size="panel" title="No recent chats" />)
  expect(screen.queryByRole('heading')).toBeNull()
})
