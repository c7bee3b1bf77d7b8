import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import type { IdeaDialog } from "#app/features/stories/new-story/idea-dialog.tsx";
import { DEMO_GENRES } from "#domain/premise-limits.ts";

type DemoIdeasProps = Omit<ComponentProps<typeof IdeaDialog>, "genres">;

/** Booky's story ideas, loaded when they are asked for. Where they can't be had the form is there all the same. */
export function DemoIdeas(props: DemoIdeasProps) {
  const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof IdeaDialog>> | null>(null);
  const { open, onClose } = props;

  useEffect(() => {
    if (!open || Dialog !== null) return;
    import("#app/features/stories/new-story/idea-dialog.tsx").then(
      (loaded) => setDialog(() => loaded.IdeaDialog),
      onClose,
    );
  }, [open, onClose, Dialog]);

  return Dialog && <Dialog {...props} genres={DEMO_GENRES} />;
}
