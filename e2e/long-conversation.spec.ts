import { sql } from 'drizzle-orm'
import { makeTicket } from '#demo/rows/tickets.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { messages, open } from './ticket-dialog.ts'

test('a conversation of thousands shows the newest hundred at once, earlier ones on request, and where it is cut', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  await db.execute(sql`
    insert into ticket_messages (organization_id, ticket_id, user_id, message, created_at)
    select ${organizationId}::uuid, ${id}::uuid, ${userId}::uuid, 'Word ' || number || '.', now() - (3000 - number) * interval '1 minute'
    from generate_series(1, 2500) number`)
  await open(page, id)
  const box = messages(page)
  const said = (number: number) => box.getByText(`Word ${number}.`, { exact: true })
  await expect(said(2500)).toBeInViewport()
  await expect(box.getByRole('listitem')).toHaveCount(100)
  await expect(box.getByText('The newest 1,000 messages are shown.')).toBeVisible()
  await expectAccessible(page)

  const more = box.getByRole('button', { name: 'Show earlier messages' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(box.getByRole('listitem')).toHaveCount(200)
  await expect(said(2401)).toBeInViewport()
  await expect(said(2301)).not.toBeInViewport()
  for (let shown = 300; shown <= 1000; shown += 100) {
    await more.press('Enter')
    await expect(box.getByRole('listitem')).toHaveCount(shown)
  }
  await expect(more).toHaveCount(0)
  await expect(box).toBeFocused()
  await expect(said(1501)).toBeAttached()
  await expect(said(1500)).toHaveCount(0)
})
