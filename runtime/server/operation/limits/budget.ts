/** Shares out something that the process has a limited amount of, for example memory. */

/**
 * Runs tasks that together take at most the whole. The others wait in their order; a task that takes more than the
 * whole runs alone.
 */
export function createQueue(whole: number): <T>(amount: number, task: () => Promise<T>) => Promise<T> {
  const waiting: { readonly amount: number; readonly start: () => void }[] = []
  let used = 0
  const startNext = (): void => {
    for (let [next] = waiting; next && (used === 0 || used + next.amount <= whole); [next] = waiting) {
      waiting.shift()
      used += next.amount
      next.start()
    }
  }
  return (amount, task) =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        used -= amount
        startNext()
      }
      waiting.push({ amount, start: () => void task().finally(end).then(resolve, reject) })
      startNext()
    })
}

export interface Budget {
  /** Takes an amount and returns what gives it back; null when the whole or the owner's share is used up. */
  take(owner: string, amount: number): (() => void) | null
}

/** A budget from which nobody waits: who gets nothing has to come back later. */
export function createBudget({ whole, share }: { readonly whole: number; readonly share: number }): Budget {
  const usedBy = new Map<string, number>()
  let used = 0
  return {
    take: (owner, amount) => {
      const own = usedBy.get(owner) ?? 0
      // Guard T83: an account sends a share of all forms.
      if (used + amount > whole || own + amount > share) return null
      used += amount
      usedBy.set(owner, own + amount)
      return () => {
        used -= amount
        const left = (usedBy.get(owner) ?? amount) - amount
        if (left === 0) usedBy.delete(owner)
        else usedBy.set(owner, left)
      }
    },
  }
}
