import { sql } from 'drizzle-orm'
import { makeTicket } from '#demo/rows/tickets.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { hold } from './held.ts'
import { settled } from './settled.ts'
import { button, dialog, messages, open } from './ticket-dialog.ts'

test('a conversation of thousands shows the newest hundred at once, and all before them on request', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  const addMessages = (first: number, last: number) =>
    db.execute(sql`
      insert into ticket_messages (organization_id, ticket_id, user_id, message, created_at)
      select ${organizationId}::uuid, ${id}::uuid, ${userId}::uuid, 'Word ' || number || '.', now() - (3000 - number) * interval '1 minute'
      from generate_series(${first}::int, ${last}::int) number`)
  await addMessages(1, 1200)
  await open(page, id)
  const box = messages(page)
  const said = (number: number) => box.getByText(`Word ${number}.`, { exact: true })
  await expect(said(1200)).toBeInViewport()
  await expect(box.getByRole('listitem')).toHaveCount(100)
  await expectAccessible(page)

  const more = box.getByRole('button', { name: 'Show earlier messages' })
  const address = `**/api/tickets/${id}/messages?limit=100&cursor=*`
  await page.route(address, (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(box.getByRole('alert')).toHaveText('Failed to load earlier messages. Please try again.')
  await expect(said(1101)).toBeInViewport()
  await page.unroute(address)

  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box.getByRole('listitem')).toHaveCount(200)
  await expect(box.getByRole('alert')).toHaveCount(0)
  await expect(said(1101)).toBeInViewport()
  await expect(said(1001)).not.toBeInViewport()

  const letGo = await hold(page, address)
  await more.press('Enter')
  await addMessages(1201, 1350)
  await dialog(page).getByLabel('Add Comment').fill('And this.')
  await button(page, 'Send').click()
  await expect(box.getByText('And this.')).toBeInViewport()
  await expect(said(1201)).toBeAttached()
  await expect(box.getByRole('listitem')).toHaveCount(351)
  letGo()
  await expect(box.getByRole('listitem')).toHaveCount(451)
  await page.unroute(address)
  for (let first = 801; first >= 1; first -= 100) {
    await more.press('Enter')
    await expect(said(first)).toBeAttached()
    await expect(box.getByRole('listitem')).toHaveCount(1351 - first + 1)
  }
  await expect(more).toHaveCount(0)
  await expect(box).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('button', { name: /^View TKT-/ }).click()
  await expect(said(1350)).toBeAttached()
  await settled(page)
  expect(asked.filter((url) => url.includes('cursor='))).toEqual([])
  await expect(said(1000)).toHaveCount(0)
})
