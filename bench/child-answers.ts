/** Answers each order of the process that started this one, one at a time. What is thrown becomes its error. */
export function answerParent<Order, Result>(carryOut: (order: Order) => Promise<Result>) {
  // Waiting for orders is a reason to stay.
  process.channel?.ref()
  process.on('message', ({ order }: { order?: Order }) => {
    if (order === undefined) return
    carryOut(order).then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
}

/** Tells the process that started this one that it may give orders, and the port if this is a server. */
export const reportReady = (port = 0) => process.send?.({ ready: { port } })
