/** Runs the parent process's orders, one at a time, and sends back the result or the error. */
export function answerParent<Order, Result>(run: (order: Order) => Promise<Result>) {
  // Keeps the process alive.
  process.channel?.ref()
  process.on('message', ({ order }: { order?: Order }) => {
    if (order === undefined) return
    run(order).then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
}

export const reportReady = (port = 0) => process.send?.({ ready: { port } })
