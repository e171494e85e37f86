/** Lines that all modules have about a member, for the administrator who looks at it. */
import { maxCardLines, type MemberCardLine } from './contracts/members.ts'
import type { Scope } from './scope.ts'

/** The cards with lines, in the order of the modules: only those of which the viewer has a right. */
export async function readMemberCards(scope: Scope, memberId: number): Promise<readonly (readonly MemberCardLine[])[]> {
  const { actor, memberCards = [] } = scope
  const cards: (readonly MemberCardLine[])[] = []
  for (const card of memberCards) {
    // Guard T20: a card shows what the viewer may see.
    // Without: const maySee = true
    const maySee = actor === null || actor.super || card.nodes.some((node) => actor.nodes.has(node.toLowerCase()))
    const lines = maySee ? await card.lines(scope, memberId) : []
    if (lines.length > 0) cards.push(lines.slice(0, maxCardLines))
  }
  return cards
}
