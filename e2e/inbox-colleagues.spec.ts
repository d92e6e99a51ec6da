import { expect, expectAccessible, toastOf } from './fixtures.ts'
import { pane, test, text } from './two-tickets.ts'

test('shows who views the ticket and who types, live', async ({ page, two: { address }, openAgent }) => {
  await page.goto(address)
  await expect(text(page)).toBeVisible()
  const anna = await openAgent()
  await anna.page.goto(address)
  await expect(pane(page).getByText(`${anna.name} is viewing`)).toBeVisible()
  await expect(pane(anna.page).getByText('Lerato Dlamini is viewing')).toBeVisible()
  await text(anna.page).pressSequentially('Hello')
  await expect(pane(page).getByText(`${anna.name} is typing…`)).toBeVisible()
  await expectAccessible(page)
  await text(anna.page).fill('')
  await expect(pane(page).getByText(`${anna.name} is viewing`)).toBeVisible()
  await pane(anna.page).getByRole('button', { name: 'Close ticket' }).click()
  await expect(pane(page).getByText(`${anna.name} is`)).toHaveCount(0)
})

test('colleagues who open a ticket at the same moment see each other', async ({
  page,
  two: { address },
  openAgent,
}) => {
  const anna = await openAgent()
  const met = Promise.withResolvers<void>()
  await page.route('**/events', async (route) => {
    await met.promise
    await route.continue()
  })
  await page.goto(address)
  await expect(text(page)).toBeVisible()
  await anna.page.goto(address)
  await expect(pane(anna.page).getByText('Lerato Dlamini is viewing')).toBeVisible()
  await text(anna.page).fill('We are looking into it.')
  await pane(anna.page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(toastOf(anna.page)).toContainText('Message sent')
  met.resolve()
  await expect(pane(page).getByText(`${anna.name} is viewing`)).toBeVisible()
  await expect(pane(page).getByText('We are looking into it.')).toBeVisible()
})

test('a sign of typing that is still on its way does not bring a colleague back', async ({
  page,
  two: { address },
  openAgent,
}) => {
  await page.goto(address)
  const anna = await openAgent()
  await anna.page.goto(address)
  await expect(pane(page).getByText(`${anna.name} is viewing`)).toBeVisible()

  const closed = Promise.withResolvers<void>()
  await anna.page.route('**/presence', async (route) => {
    if (route.request().postDataJSON()?.isTyping) await closed.promise
    await route.continue()
  })
  const [left] = await Promise.all([
    anna.page.waitForResponse((answer) => answer.request().method() === 'DELETE'),
    (async () => {
      const typing = anna.page.waitForRequest((sent) => sent.postDataJSON()?.isTyping === true)
      await text(anna.page).pressSequentially('Hello')
      await typing
      await pane(anna.page).getByRole('button', { name: 'Close ticket' }).click()
      await expect(pane(anna.page)).toHaveCount(0)
      closed.resolve()
    })(),
  ])
  expect(left.ok()).toBe(true)
  await expect(pane(page).getByText(`${anna.name} is`)).toHaveCount(0)
})

test('an answer to a sign that arrives late does not hide who has come since', async ({
  page,
  two: { address },
  openAgent,
}) => {
  await page.goto(address)
  await expect(text(page)).toBeVisible()
  const [answered, late, next, checked] = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  await page.route('**/presence', async (route) => {
    const { isTyping } = route.request().postDataJSON() ?? {}
    if (isTyping === true) {
      const response = await route.fetch()
      answered?.resolve()
      await late?.promise
      return route.fulfill({ response })
    }
    if (isTyping === false) {
      next?.resolve()
      await checked?.promise
    }
    return route.continue()
  })
  await text(page).pressSequentially('Hello')
  await answered?.promise
  const anna = await openAgent()
  await anna.page.goto(address)
  await expect(pane(page).getByText(`${anna.name} is viewing`)).toBeVisible()
  await text(page).fill('')
  late?.resolve()
  // Sent when the page has read the late answer.
  await next?.promise
  await expect(pane(page).getByText(`${anna.name} is viewing`)).toBeVisible()
  checked?.resolve()
})
