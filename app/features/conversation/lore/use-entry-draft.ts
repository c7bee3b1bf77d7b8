import { useEffect, useMemo, useState } from "react";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { useReclaimed } from "#app/features/storage/unsent-text.ts";
import { showSuccess } from "#app/ui/show-toast.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import { pickAlike, readNewer } from "#domain/edit-conflict.ts";
import type { AppError } from "#domain/errors.ts";
import { pickChanged } from "#domain/json.ts";
import { type SomeEntryFields, someEntryFieldsSchema } from "#domain/lore.ts";
import { type EntryDraft, fieldsOfProposal, keptEntries, toDraft } from "./entry-draft.ts";
import type { LoreLayer } from "./use-lore.ts";

/** The entry that is open: it is there, it is new, or it is a proposal. */
export type EditedEntry = Exclude<LoreLayer, null | { kind: "books" }>;

/** What is typed, and what it began from. Both are kept until the layer is left, also over a reload; `isBack`: they come from such a draft. */
export function useEntryDraft(layer: EditedEntry, { apiPath, open }: { apiPath: string; open: boolean }) {
  const readerId = useReaderId();
  const id = toDraftId(layer, apiPath);
  const isStillOpen = useStillOpen(open);
  const [kept, setKept] = useState(() => keptEntries.read(id));
  const [began, setBegan] = useState(() => ({ ...findBeginning(layer), ...kept?.began }));
  const before = useMemo(() => toDraft(began), [began]);
  const [draft, setDraft] = useState(() => ({ ...before, ...kept?.changed }));
  /** The fields that another device has changed meanwhile; `null`: none that is known. */
  const [newer, setNewer] = useState<SomeEntryFields | null>(null);
  const change = (changed: Partial<EntryDraft>) => setDraft((now) => ({ ...now, ...changed }));
  useReclaimed(keptEntries, { readerId, id }, (found) => {
    setKept(found);
    setBegan((now) => ({ ...now, ...found.began }));
    change(found.changed);
  });
  useEffect(() => {
    const changed = pickChanged(draft, before);
    const isKept = open && Object.keys(changed).length > 0;
    keptEntries.keep(readerId, id, isKept ? { changed, began: pickAlike(began, changed) } : null);
  }, [readerId, id, open, draft, before, began]);

  /** Keeps what was typed, or takes what is newer. The form is saved afterwards. */
  function choose(isMine: boolean): void {
    const next = { ...began, ...newer };
    setBegan(next);
    setNewer(null);
    if (isMine) return;
    change(pickAlike(toDraft(next), newer ?? {}));
    const undo = () => {
      if (isStillOpen()) return change(draft);
      const changed = pickChanged(draft, toDraft(next));
      keptEntries.keep(readerId, id, { changed, began: pickAlike(next, changed) });
      showSuccess("Yours is there again when you open the entry.");
    };
    showSuccess("The newer one is taken, and yours is put aside.", { undo });
  }

  /** Shows what is newer; `false`: the change failed for another reason. */
  function showsNewer(failure: AppError): boolean {
    const found = readNewer(failure, someEntryFieldsSchema);
    setNewer(found);
    return found !== null;
  }
  return { began, before, draft, change, isBack: kept !== null, newer, showsNewer, choose };
}

function findBeginning(layer: EditedEntry): SomeEntryFields {
  if (layer.kind === "new") return {};
  return layer.kind === "entry" ? layer.entry : fieldsOfProposal(layer.proposal);
}

/** New entries of a conversation share one. */
function toDraftId(layer: EditedEntry, apiPath: string): string {
  if (layer.kind === "new") return apiPath;
  return layer.kind === "entry" ? layer.entry.entryId : layer.proposal.proposalId;
}
