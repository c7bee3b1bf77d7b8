import { type FormEvent, useEffect, useEffectEvent, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Options, Select } from "#app/ui/field.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { SEARCH_MAX, STORY_SORT_NAMES, STORY_SORTS } from "#domain/library.ts";
import { type LibraryQuery, libraryPath, readLibraryQuery } from "#domain/library-query.ts";
import styles from "./library.module.css";

/** The search waits so long after the last letter, in ms. */
const TYPING_PAUSE_MS = 250;

/** Search and order. An ordinary form: without a script it has a button. */
export function LibraryToolbar({ query }: { query: LibraryQuery }) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const navigate = useNavigate();
  const { search, sort, status } = query;

  // Takes what was typed or chosen before hydration.
  const onAlive = useEffectEvent(() => {
    const wanted = wantedQuery();
    if (wanted && (wanted.search !== search || wanted.sort !== sort)) go();
  });
  useEffect(() => {
    onAlive();
    return () => clearTimeout(timer.current);
  }, []);
  useEffect(() => {
    // A search would cancel the navigation to another page. React may render its state too late.
    const onWay = ({ type, target }: Event) => {
      const isLink = target instanceof Element && target.closest("a") !== null;
      if (type === "popstate" || isLink) clearTimeout(timer.current);
    };
    document.addEventListener("click", onWay);
    window.addEventListener("popstate", onWay);
    return () => {
      document.removeEventListener("click", onWay);
      window.removeEventListener("popstate", onWay);
    };
  }, []);
  useEffect(() => {
    // The address has changed by a link or Back. A field with the focus is left alone.
    for (const [name, value] of Object.entries({ search, sort })) {
      const field = form.current?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (isField && document.activeElement !== field) field.value = value;
    }
  }, [search, sort]);

  function wantedQuery(): LibraryQuery | null {
    if (!form.current) return null;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) fields.set(name, String(value));
    return readLibraryQuery(fields);
  }

  function go(): void {
    clearTimeout(timer.current);
    const wanted = wantedQuery();
    if (wanted) void navigate(libraryPath(wanted), { replace: true, preventScrollReset: true });
  }

  return (
    <Form
      ref={form}
      method="get"
      action="/stories"
      role="search"
      autoComplete="off"
      className={`${styles.toolbar} flex wrap justify-end grow gap-12`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        go();
      }}
    >
      {status !== "active" && <input type="hidden" name="status" value={status} />}
      <div className={`${styles.search} grow-from-240`}>
        <SearchField
          label="Search your stories"
          name="search"
          maxLength={SEARCH_MAX}
          defaultValue={search}
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(go, TYPING_PAUSE_MS);
          }}
        />
      </div>
      <div className={`${styles.sort} no-shrink`}>
        <Select label="Sort by" bare name="sort" defaultValue={sort} onChange={go}>
          <Options values={STORY_SORTS} toName={(name) => STORY_SORT_NAMES[name]} />
        </Select>
      </div>
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
    </Form>
  );
}
