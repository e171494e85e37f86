/** Contracts of modules that a site has switched off: for others it is as if nobody supplied them. */
import { memoizeByObject } from '../../protocol/index.ts'
import type { Settings } from '../settings/settings.ts'
import type { SuppliedContracts } from './contracts/contracts.ts'
import type { Messengers } from './messages.ts'
import type { Scope } from './scope.ts'

/** The module that supplies each contract, by the name of the contract in scopes. */
export type Suppliers = Readonly<Record<string, string>>

type Supplied = Partial<Messengers & SuppliedContracts<Scope>>

const noneOff: Supplied = {}

/** Members of a scope that hide what modules supply that are switched off. */
export function withoutSuppliersOff(suppliers: Suppliers | undefined, settings: Settings): Supplied {
  if (!suppliers || settings.modulesOff.length === 0) return noneOff
  return hiddenBy(settings)(suppliers)
}

const hiddenBy = memoizeByObject(({ modulesOff }: Settings) =>
  memoizeByObject((suppliers: Suppliers): Supplied =>
    Object.fromEntries(
      Object.entries(suppliers).flatMap(([contract, module]) =>
        modulesOff.includes(module) ? [[contract, undefined]] : [],
      ),
    ),
  ),
)
