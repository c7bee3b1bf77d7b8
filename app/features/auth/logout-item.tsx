import { LogOut } from "lucide-react";
import { MenuItem } from "#app/ui/menu.tsx";
import { LogoutForm } from "./logout-form.tsx";

/** The way out in the menu of a conversation, whose screen has no account menu. */
export function LogoutItem() {
  return (
    <LogoutForm>
      <MenuItem icon={<LogOut size={18} />}>Logout</MenuItem>
    </LogoutForm>
  );
}
